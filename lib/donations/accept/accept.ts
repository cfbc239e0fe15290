/** Accepts donations, for every channel: the only way by which a donation is created. */
import { pressureRefusal } from "../../auth/storage/pressure.ts";
import { countStored } from "../../auth/storage/usage.ts";
import { batch, NO_GATHER_DELAY } from "../../batch.ts";
import { env } from "../../env.ts";
import { wakeDispatcher } from "../../jobs/dispatch.ts";
import { requireEngine } from "../../jobs/engines.ts";
import { addToLogContext } from "../../log.ts";
import { metrics } from "../../metrics.ts";
import type { ShownDonation } from "../sql.ts";
import { leftToday } from "./bank-limits.ts";
import {
  type Acceptance,
  acceptAll,
  acceptAllLimited,
  isOvertaken,
  type NewDonation,
} from "./sql.ts";

const acceptingBy =
  (acceptThese: typeof acceptAll) =>
  async (donations: NewDonation[]): Promise<Acceptance[]> => {
    const maxDailyGifts = env().maxDailyGiftsPerAccount;
    const rows = await acceptThese({ donations, maxDailyGifts });
    const found = new Map(rows.map((row) => [row.id, row]));
    return donations.map(({ id }) => found.get(id) as Acceptance);
  };

/** Group commit: donations accepted at the same time share one statement. */
const acceptOne = batch(
  // Only one per reference in a batch, since the statement does not see its own writes.
  ({ bankId, bankTransactionRef }: NewDonation) => `${bankId} ${bankTransactionRef}`,
  acceptingBy(acceptAll),
  NO_GATHER_DELAY,
);

/** The same for limited ones: one per account in a batch, and apart, since a gift that is overtaken splits its batch. */
const acceptLimited = batch(
  ({ accountId }: NewDonation) => accountId,
  acceptingBy(acceptAllLimited),
  NO_GATHER_DELAY,
);

/** The same for gifts whose key has a limit per day: a bank that reaches its limit delays none without one. */
const acceptOfKey = batch(
  ({ bankId, bankTransactionRef }: NewDonation) => `${bankId} ${bankTransactionRef}`,
  acceptingBy(acceptAllLimited),
  NO_GATHER_DELAY,
);

async function acceptCounted(
  donation: NewDonation,
  acceptBatched: typeof acceptLimited,
): Promise<Acceptance> {
  for (;;) {
    try {
      const found = await acceptBatched(donation);
      if (!found.isDisplaced || found.accepted) return found;
      // Others of its key came first in its statement: what they left may be enough.
    } catch (error) {
      // Another gift was accepted: this happens no more often than the limit has room for gifts.
      if (!isOvertaken(error)) throw error;
    }
  }
}

async function acceptWithinLimits(donation: NewDonation): Promise<Acceptance> {
  if (donation.limitDay !== null) return acceptCounted(donation, acceptLimited);
  const found = await acceptOne(donation);
  // Only the statement knows whether its bank has a limit per key now; without reading the total it accepts nothing.
  if (found.accepted || leftToday(donation, found) === null) return found;
  return acceptCounted(donation, acceptOfKey);
}

/**
 * Accepts a donation, or reports why not and writes nothing. An accepted donation reaches the platform even
 * if every process dies.
 * @throws ServiceError SERVICE_UNAVAILABLE if nothing would ever move it, or for want of room
 */
export async function accept(donation: NewDonation): Promise<Acceptance> {
  await requireEngine();
  const refused = pressureRefusal();
  if (refused) throw refused;
  const found = await acceptWithinLimits(donation);
  if (found.accepted) {
    wakeDispatcher();
    const { bankTransactionRef, cardholderMessage, metadata } = donation;
    // Itself, its credit, and its receipt.
    countStored(donation.bankId, 3, [bankTransactionRef, cardholderMessage, metadata]);
    noteAccepted(donation);
  }
  return found;
}

/** Logs the request, the first line of a donation's timeline. */
function noteAccepted({ id, bankId, channel, amountCents }: NewDonation): void {
  addToLogContext({ donation_id: id, bank_id: bankId });
  metrics().donationsAccepted.inc({ channel });
  metrics().centsAccepted.inc({ channel }, amountCents);
}

/** What of a donation changes later, as it is at first. */
export const WHEN_ACCEPTED = {
  status: "pending",
  sequence: 0,
  failureReason: null,
  completedAt: null,
  failedAt: null,
  platformCreditId: null,
  platformStatus: null,
  heldAt: null,
};

/** The row as it was written, without another round trip. */
export function asWritten(
  donation: NewDonation,
  { fundId, authorizationId, holdReference, pointsMismatch }: Acceptance,
): ShownDonation {
  return {
    ...donation,
    fundId,
    authorizationId,
    holdReference,
    pointsMismatch,
    ...WHEN_ACCEPTED,
  };
}
