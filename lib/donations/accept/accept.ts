/** Accepts donations, for every channel. Donations are created only here. */

import { batch, NO_GATHER_DELAY } from "../../batch.ts";
import { env } from "../../env.ts";
import { wakeDispatcher } from "../../jobs/dispatch.ts";
import { localEngine, type PreparedJobs, requireEngine } from "../../jobs/engines.ts";
import type { GroupOf, JobRow } from "../../jobs/enqueue.ts";
import { addToLogContext } from "../../log.ts";
import { metrics } from "../../metrics.ts";
import { asCents } from "../../money.ts";
import { pressureRefusal } from "../../storage/pressure.ts";
import { countStored } from "../../storage/usage.ts";
import type { DonationWithCredit } from "../sql.ts";
import {
  type Acceptance,
  acceptAll,
  acceptAllLimited,
  isOvertaken,
  type NewDonation,
} from "./sql.ts";

type PushGroup = GroupOf<"donation/push.requested">;

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

/** At most one per limited account. */
const acceptLimited = () =>
  acceptIn(acceptAllLimited, (one) => (one.limitDay === null ? referenceOf(one) : one.accountId));

/** For gifts with program limits. Separate, since an overtaken gift splits its batch. */
const acceptOfProgram = acceptLimited();

/**
 * Each bank with limits has a batcher of its own, so that a wait for its row delays no other bank. Which banks have limits is
 * known from their last gift, and only the statement decides.
 */
const limitedBanks = new Map<string, typeof acceptOne>();

function noteLimits(bankId: string, { isLimitedBank }: Acceptance): void {
  if (!isLimitedBank) limitedBanks.delete(bankId);
  else if (!limitedBanks.has(bankId)) limitedBanks.set(bankId, acceptLimited());
}

/** Tries again while other gifts came first whose number is bounded by what fits the limits. */
async function acceptWithinLimits(donation: NewDonation): Promise<Acceptance> {
  const { bankId, limitDay } = donation;
  for (;;) {
    const acceptBatched =
      limitedBanks.get(bankId) ?? (limitDay === null ? acceptOne : acceptOfProgram);
    try {
      const result = await acceptBatched(donation);
      noteLimits(bankId, result);
      // Without limits, the statement accepts nothing of a bank that has some.
      const isWrongStatement = result.isLimitedBank && acceptBatched === acceptOne;
      if (result.accepted || !(result.isDisplaced || isWrongStatement)) return result;
    } catch (error) {
      if (!isOvertaken(error)) throw error;
    }
  }
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
  canceledAt: null,
  reversedCents: asCents(0),
  redirectedFrom: null,
  pointsCarried: null,
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
