/** Accepts donations, for every channel. Donations are created only here. */

import { batch, NO_GATHER_DELAY } from "../../batch.ts";
import { env } from "../../env.ts";
import { wakeDispatcher } from "../../jobs/dispatch.ts";
import { localEngine, type PreparedJobs, requireEngine } from "../../jobs/engines.ts";
import type { GroupOf, JobRow } from "../../jobs/enqueue.ts";
import { addToLogContext } from "../../log.ts";
import { metrics } from "../../metrics.ts";
import { pressureRefusal } from "../../storage/pressure.ts";
import { countStored } from "../../storage/usage.ts";
import type { DonationWithCredit } from "../sql.ts";
import { keyRemainingToday } from "./limits.ts";
import {
  type Acceptance,
  acceptAll,
  acceptAllLimited,
  isOvertaken,
  type NewDonation,
} from "./sql.ts";

type PushGroup = GroupOf<"donation/push.requested">;

/** The job that pushes a donation's credit. */
const pushJob = ({ id, jobId, schoolId, bankId }: NewDonation): JobRow => ({
  id: jobId,
  name: "donation/push.requested",
  data: { donation_id: id, school_id: schoolId, bank_id: bankId },
});

/** Accepts donations with the runs that push them, in groups: those with an accepted donation are inserted. */
async function acceptWithRuns(
  acceptStatement: typeof acceptAll,
  donations: NewDonation[],
  { runs, rows, begin, discard }: PreparedJobs,
  maxDailyGifts: number,
): Promise<Acceptance[]> {
  const groups = runs.map(({ id, event: { data } }) => ({ id, group: data as PushGroup }));
  const runOf = new Map(
    groups.flatMap(({ id, group }) => group.items.map((item) => [item.donation_id, id])),
  );
  const withRuns = donations.map((one) => ({ ...one, jobId: runOf.get(one.id) as string }));
  try {
    const accepted = await acceptStatement({ donations: withRuns, runs: rows, maxDailyGifts });
    const isAccepted = new Map(accepted.map((row) => [row.id, row.accepted]));
    for (const { group } of groups) {
      group.items = group.items.filter((item) => isAccepted.get(item.donation_id));
    }
    const inserted = new Set(groups.flatMap(({ id, group }) => (group.items.length > 0 ? id : [])));
    begin(({ id }) => inserted.has(id));
    return accepted;
  } catch (error) {
    discard();
    throw error;
  }
}

/** Group commit: donations accepted at the same time share one statement. @param keyOf one with each key in a batch */
const acceptIn = (acceptStatement: typeof acceptAll, keyOf: (donation: NewDonation) => unknown) =>
  batch(
    keyOf,
    async (donations): Promise<Acceptance[]> => {
      const { maxDailyGiftsPerAccount: maxDailyGifts } = env();
      const prepared = localEngine().prepare?.(donations.map(pushJob));
      const rows = prepared
        ? await acceptWithRuns(acceptStatement, donations, prepared, maxDailyGifts)
        : await acceptStatement({ donations, runs: null, maxDailyGifts });
      const byId = new Map(rows.map((row) => [row.id, row]));
      return donations.map(({ id }) => byId.get(id) as Acceptance);
    },
    NO_GATHER_DELAY,
  );

/** The statement doesn't see its own writes. Another spelling of the reference conflicts. */
const referenceOf = ({ bankId, bankTransactionRef }: NewDonation) =>
  `${bankId} ${bankTransactionRef}`;

const acceptOne = acceptIn(acceptAll, referenceOf);

/** For gifts with program limits. Separate, since an overtaken gift splits its batch. */
const acceptLimited = acceptIn(acceptAllLimited, ({ accountId }) => accountId);

/** For gifts whose API key has a daily limit. Separate, so a bank at its limit doesn't delay banks without one. */
const acceptKeyLimited = acceptIn(acceptAllLimited, referenceOf);

async function acceptWithRetries(
  donation: NewDonation,
  acceptBatched: typeof acceptLimited,
): Promise<Acceptance> {
  for (;;) {
    try {
      const result = await acceptBatched(donation);
      if (!result.isDisplaced || result.accepted) return result;
      // Other gifts with its key came first in the statement: what they left may still be enough.
    } catch (error) {
      // Another gift was accepted, so the number of retries is bounded by how many gifts fit the limit.
      if (!isOvertaken(error)) throw error;
    }
  }
}

async function acceptWithinLimits(donation: NewDonation): Promise<Acceptance> {
  if (donation.limitDay !== null) return acceptWithRetries(donation, acceptLimited);
  const result = await acceptOne(donation);
  // Only the statement knows whether the key has a limit now. If so, it accepts nothing, since it didn't read the total.
  if (result.accepted || keyRemainingToday(donation, result) === null) return result;
  return acceptWithRetries(donation, acceptKeyLimited);
}

/**
 * Accepts a donation, or reports why not and writes nothing. An accepted donation reaches the platform even
 * if every process dies.
 * @throws ServiceError SERVICE_UNAVAILABLE if no engine would process it, or the database is nearly out of space
 */
export async function accept(donation: NewDonation): Promise<Acceptance> {
  await requireEngine();
  const refused = pressureRefusal();
  if (refused) throw refused;
  const result = await acceptWithinLimits(donation);
  if (result.accepted) {
    if (!localEngine().prepare) wakeDispatcher();
    const { id, bankId, channel, bankTransactionRef, cardholderMessage, metadata } = donation;
    // The donation, its credit, and its receipt.
    countStored(bankId, 3, [bankTransactionRef, cardholderMessage, metadata]);
    // In the request's log line, which starts the donation's timeline.
    addToLogContext({ donation_id: id, bank_id: bankId });
    metrics().donationsAccepted.inc({ channel });
    metrics().centsAccepted.inc({ channel }, donation.amountCents);
  }
  return result;
}

/** The initial values of the fields that change later. */
export const INITIAL_STATE = {
  status: "pending",
  sequence: 0,
  failureReason: null,
  completedAt: null,
  failedAt: null,
  platformCreditId: null,
  platformStatus: null,
  heldAt: null,
};

/** The row that was written, without another round trip. */
export function acceptedRow(
  donation: NewDonation,
  { fundId, authorizationId, holdReference, pointsMismatch, promisedAt }: Acceptance,
): DonationWithCredit {
  return {
    ...donation,
    estimatedConfirmationAt: promisedAt ?? donation.estimatedConfirmationAt,
    fundId,
    authorizationId,
    holdReference,
    pointsMismatch,
    ...INITIAL_STATE,
  };
}
