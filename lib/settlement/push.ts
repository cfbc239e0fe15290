import { unlessDeleted } from "../database/unless-deleted.ts";
import { holdForReview } from "../donations/hold.ts";
import type { Settlement } from "../donations/state.ts";
import { type Attempted, unwatched, type Watch } from "../jobs/attempts.ts";
import type { Member } from "../jobs/sql.ts";
import { toDecimalString } from "../money.ts";
import {
  type CreditInstruction,
  PlatformMisconfigured,
  PlatformRefusal,
  PlatformUnavailable,
} from "../ticketing/adapter.ts";
import { openPlatform } from "../ticketing/config.ts";
import { fanAccountOf } from "../ticketing/fans.ts";
import { adapterFor } from "../ticketing/registry.ts";
import { followUp, settle } from "./settle.ts";
import { beginPush, type PushedDonation, recordFailedAttempt } from "./sql.ts";
import { beginAttempt, type PushAttempt, recordAttempt } from "./telemetry.ts";

function instructionOf(donation: PushedDonation, fanAccountId: string): CreditInstruction {
  const { fund } = donation;
  return {
    fanAccountId,
    amount: { value: toDecimalString(donation.amountCents), currency: "USD" },
    reason: `Donation to ${donation.schoolName}: ${fund?.name ?? donation.fundDesignation}`,
    attractionId: fund?.attractionId ?? null,
    venueId: fund?.venueId ?? null,
    partnerReference: donation.id,
    source: "points-to-donation",
    fanMetadata: {
      bankTransactionRef: donation.bankTransactionRef,
      loyaltyProgram: donation.loyaltyProgramId ?? donation.accountProgramId,
      pointsRedeemed: donation.pointsRedeemed,
      cardholderMessage: donation.cardholderMessage,
    },
    notify: donation.notifyCardholder,
    fanEmail: donation.email,
  };
}

/** The time limit of an attempt, for all of its requests together. */
const ATTEMPT_TIMEOUT_MS = 15_000;

/** Asks the platform. Throws anything except a credit or a definite refusal: the outcome is unknown. */
async function askPlatform(
  donation: PushedDonation,
  attempt: PushAttempt,
  watch: Watch,
): Promise<Settlement> {
  const { adapter: name, access } = await openPlatform(donation.schoolId);
  const adapter = adapterFor(name);
  attempt.adapter = name;
  try {
    const credit = await watch(async () => {
      const inTime = { ...access, signal: AbortSignal.timeout(ATTEMPT_TIMEOUT_MS) };
      const fanAccountId = await fanAccountOf(adapter, inTime, donation.email);
      return adapter.pushCredit(inTime, instructionOf(donation, fanAccountId));
    });
    return { status: "completed", creditId: credit.creditId, platformStatus: credit.status };
  } catch (error) {
    if (error instanceof PlatformRefusal) return { status: "failed", reason: error.message };
    throw error;
  }
}

/** The retry schedule of pushes, as far as an attempt has to know it. */
export type PushSchedule = {
  /** The wait before this attempt, counted from 1, in milliseconds. */
  waitBefore(attempt: number): number;
  /** From this attempt on, an operator has to look at it. It is still retried. */
  flagFrom: number;
};

async function recordUnavailable(
  donation: PushedDonation,
  attempt: PushAttempt,
  error: PlatformUnavailable,
  { waitBefore, flagFrom }: PushSchedule,
): Promise<Attempted> {
  const number = donation.attemptCount + 1;
  const dueInMs = waitBefore(number + 1);
  const isMisconfigured = error instanceof PlatformMisconfigured;
  await recordFailedAttempt({
    donationId: donation.id,
    generation: donation.generation,
    error: error.message,
    nextWaitMs: dueInMs,
    // An unusable configuration is flagged immediately.
    flag: number >= flagFrom || isMisconfigured,
  });
  const outcome = isMisconfigured ? "misconfigured" : "unavailable";
  recordAttempt(donation, attempt, outcome, { reason: error.message });
  return { status: "pending", dueInMs, answered: false };
}

/** When to look again at a donation that changed while its attempt was to begin, in milliseconds. */
const LOOK_AGAIN_MS = 1_000;

const left = (status: string): Attempted => ({ status, dueInMs: 0 });

/**
 * Pushes once, if an attempt is due, and sees to what follows a settlement. Safe to repeat at any point: the platform
 * credits once per partner reference, and the settlement is guarded by the status.
 * @returns the donation's status; `pending` if the platform has not decided, `superseded` if a later run
 *   has taken over this donation, `held` if it has to be released first, `gone` if it was deleted
 */
export async function pushCredit(
  donation: Member,
  schedule: PushSchedule,
  watch: Watch = unwatched,
): Promise<Attempted> {
  const attempted = await unlessDeleted("donation", donation.id, async () => {
    const outcome = await pushOnce(donation, schedule, watch);
    if (outcome.status === "completed") await followUp(donation.id);
    return outcome;
  });
  return attempted === "gone" ? left("gone") : attempted;
}

/** Why no attempt has begun. */
async function notBegun(donation: PushedDonation, generation: number): Promise<Attempted> {
  if (donation.status !== "pending") return left(donation.status);
  if (donation.isHeld) return left("held");
  if (donation.generation > generation) return left("superseded");
  if (donation.isUnderReview) {
    await holdForReview(donation.id);
    return left("held");
  }
  // Due later, or it has changed just now: the next look tells.
  return { status: "pending", dueInMs: Math.max(donation.dueInMs, LOOK_AGAIN_MS) };
}

async function pushOnce(
  { id, generation }: Member,
  schedule: PushSchedule,
  watch: Watch,
): Promise<Attempted> {
  const donation = await beginPush({ id, generation });
  if (!donation) throw new Error(`donation ${id} doesn't exist`);
  if (!donation.hasBegun) return notBegun(donation, generation);
  const attempt = beginAttempt();
  let settlement: Settlement;
  try {
    settlement = await askPlatform(donation, attempt, watch);
  } catch (error) {
    if (!(error instanceof PlatformUnavailable)) throw error;
    return recordUnavailable(donation, attempt, error, schedule);
  }
  const event_id = await settle(donation, settlement);
  if (settlement.status === "failed") recordAttempt(donation, attempt, "refused", { event_id });
  else recordAttempt(donation, attempt, "credited", { credit_id: settlement.creditId, event_id });
  return { ...left(settlement.status), answered: true };
}
