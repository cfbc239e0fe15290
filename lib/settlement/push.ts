import { performance } from "node:perf_hooks";
import { batchedLookup } from "../batch.ts";
import type { GiftRecord } from "../batches/contract.ts";
import { enterBatch } from "../batches/enter.ts";
import { dayAt } from "../calendar.ts";
import { decryptAddress } from "../cardholders/profile/postal-address.ts";
import { donorNumberOf, giftNumberOf } from "../donations/gift-number.ts";
import { holdForReview } from "../donations/operations.ts";
import { sharingOf } from "../donations/sharing.ts";
import type { Settlement } from "../donations/state.ts";
import {
  type AttemptResult,
  attemptUnlessDeleted,
  finished,
  type Schedule,
  unwatched,
  type Watch,
} from "../jobs/attempts.ts";
import type { Member } from "../jobs/sql.ts";
import { log } from "../log.ts";
import { metrics } from "../metrics.ts";
import { emailReceipt } from "../receipts/mutations.ts";
import { emailKey } from "../text.ts";
import {
  type CreditInstruction,
  type Donor,
  NO_API,
  type PlatformAccess,
  PlatformMisconfigured,
  PlatformRefusal,
  PlatformUnavailable,
  type TicketingAdapter,
} from "../ticketing/adapter.ts";
import { platformAccess } from "../ticketing/config.ts";
import { findAccounts, insertAccount } from "../ticketing/sql.ts";
import { settle } from "./settle.ts";
import { beginPush, type PushedDonation, recordFailedAttempt, recordOnItsWay } from "./sql.ts";

export function giftRecordOf(donation: PushedDonation, donor: Donor | null): GiftRecord {
  const { id, schoolId, bankId, giverId, createdAt } = donation;
  return {
    number: giftNumberOf(id),
    acceptedAt: createdAt.toISOString(),
    date: dayAt(createdAt, donation.timeZone),
    donor: donor && {
      number: donorNumberOf(schoolId, giverId as string),
      name: donation.donorName ?? donor.email,
      email: donor.email,
    },
    bank: { number: donorNumberOf(schoolId, bankId), name: donation.bankName },
    fund: { id: donation.fundId, name: donation.fundName ?? donation.fundDesignation },
    reference: donation.bankTransactionRef,
    message: donation.cardholderMessage,
  };
}

/** The donor, as far as they let the school know. */
export function donorIn({ giverId, email, statedName, ...gift }: PushedDonation): Donor | null {
  if (giverId === null || email === null) return null;
  const postalAddress = decryptAddress(giverId, gift.encryptedPostalAddress);
  return { name: statedName?.trim() || null, email, postalAddress };
}

function instructionOf(
  donation: PushedDonation,
  donor: Donor | null,
  fanAccountId: string,
): CreditInstruction {
  return {
    fanAccountId,
    amountCents: donation.amountCents,
    reason: `Donation to ${donation.schoolName}: ${donation.fundName ?? donation.fundDesignation}`,
    attractionId: donation.attractionId,
    venueId: donation.venueId,
    partnerReference: donation.id,
    fanMetadata: {
      bankTransactionRef: donation.bankTransactionRef,
      loyaltyProgram: donation.loyaltyProgramId ?? donation.accountProgramId,
      pointsRedeemed: donation.pointsRedeemed,
      cardholderMessage: donation.cardholderMessage,
    },
    notify: donation.notifyCardholder && sharingOf(donation.shareWithSchool) !== "nothing",
    donor,
  };
}

type PushAttempt = {
  startedAt: number;
  /** The adapter's name, "unknown" until it's validated: it's a metric label. */
  adapter: string;
  isRequested: boolean;
};

type PushResult = "credited" | "refused" | "on_its_way" | "unavailable" | "misconfigured";

/** Counts and logs an attempt. @param details never the platform's own text, which may name a person */
function recordAttempt(
  { id, schoolId, bankId }: PushedDonation,
  { startedAt, adapter }: PushAttempt,
  outcome: PushResult,
  details: { credit_id?: string; event_id?: string | null; reason?: string } = {},
): void {
  const ms = Math.round(performance.now() - startedAt);
  metrics().pushAttempts.inc({ adapter, outcome });
  metrics().pushSeconds.observe({ adapter }, ms / 1_000);
  const ids = { donation_id: id, bank_id: bankId, school_id: schoolId };
  const level = outcome === "misconfigured" ? "warn" : "info";
  log()[level]({ ...ids, adapter, outcome, ...details, ms }, "push");
}

const findAccount = batchedLookup(
  (fans) => findAccounts({ fans }),
  ({ fan }) => fan,
);

/**
 * The platform account that receives the credit: the fan's own, or the school's house account if the
 * donation has no fan, or one who stays anonymous.
 */
async function fanAccountOf(
  adapter: TicketingAdapter,
  access: PlatformAccess,
  email: string | null,
): Promise<string> {
  if (email === null) return access.houseAccountId;
  const { schoolId } = access;
  const known = await findAccount(JSON.stringify([schoolId, emailKey(email)]));
  if (known?.accountId) return known.accountId;
  const accountId = await adapter.findOrCreateFan(access, email);
  await insertAccount({ schoolId, emailKey: emailKey(email), accountId });
  return accountId;
}

/** The time limit for all requests of an attempt together. */
const ATTEMPT_TIMEOUT_MS = 15_000;

/** @property hasReceipt whether the giver's email includes the receipt */
type Attempted = AttemptResult & { hasReceipt?: boolean };

/**
 * Requests the credit from the donation's platform, or from its foundation if its school has no API.
 * @returns null if the foundation decides later
 * @throws unless the credit is granted or definitely refused: then the outcome is unknown
 */
async function requestCredit(
  donation: PushedDonation,
  attempt: PushAttempt,
  watch: Watch,
): Promise<Settlement | null> {
  const { id: donationId, schoolId, amountCents } = donation;
  // A foundation may have imported its batch, whatever platform the school has now.
  const found = donation.isInBatch ? null : platformAccess(schoolId, donation);
  attempt.adapter = found?.adapter ?? NO_API;
  const { platform = null, access } = found ?? {};
  try {
    return await watch(async () => {
      const donor = donorIn(donation);
      if (!platform || !access) {
        const gift = giftRecordOf(donation, donor);
        const donorNumber = gift.donor?.number ?? null;
        return enterBatch({ donationId, schoolId, amountCents, donorNumber, gift });
      }
      const limited = { ...access, signal: AbortSignal.timeout(ATTEMPT_TIMEOUT_MS) };
      const fanAccountId = await fanAccountOf(platform, limited, donor?.email ?? null);
      attempt.isRequested = true;
      const instruction = instructionOf(donation, donor, fanAccountId);
      const { creditId, status } = await platform.pushCredit(limited, instruction);
      return { status: "completed", platformCreditId: creditId, platformStatus: status };
    });
  } catch (error) {
    if (error instanceof PlatformRefusal) return { status: "failed", reason: error.message };
    throw error;
  }
}

async function recordUnavailable(
  donation: PushedDonation,
  attempt: PushAttempt,
  error: PlatformUnavailable,
  { waitBefore, attempts }: Schedule,
): Promise<AttemptResult> {
  const number = donation.attemptCount + 1;
  const dueInMs = waitBefore(number + 1, donation.id);
  const isMisconfigured = error instanceof PlatformMisconfigured;
  await recordFailedAttempt({
    donationId: donation.id,
    generation: donation.generation,
    error: error.message,
    nextWaitMs: dueInMs,
    // A misconfiguration is flagged immediately.
    flag: number >= attempts || isMisconfigured,
    isUncredited: !attempt.isRequested || error.isUncredited,
  });
  const outcome = isMisconfigured ? "misconfigured" : "unavailable";
  recordAttempt(donation, attempt, outcome, { reason: error.message });
  return { status: "pending", dueInMs, answered: false };
}

/** Why a donation whose school hasn't decided in time is flagged. */
const OVERDUE = "the school hasn't confirmed or refused this gift by the time it promised";

/** Ends the run of a push that awaits a foundation, whose decision requests another push. */
async function endUntilDecided(
  donation: PushedDonation,
  attempt: PushAttempt,
): Promise<AttemptResult> {
  const { id: donationId, generation } = donation;
  const [row] = await recordOnItsWay({ donationId, generation, overdue: OVERDUE });
  recordAttempt(donation, attempt, "on_its_way", row?.isOverdue ? { reason: OVERDUE } : {});
  return { ...finished("on_its_way"), answered: true };
}

/** How soon to check again a donation that changed just as its attempt was to start. */
const RECHECK_MS = 1_000;

/**
 * Attempts one push if it's due, and emails the receipt of a completed gift. Safe to repeat at any point: the platform
 * credits once per partner reference, and the settlement is guarded by the status.
 * @returns the donation's status; `on_its_way` if its foundation decides later, `pending` if the platform hasn't
 *   decided, `superseded` if a later run has taken over the donation, `held` if it must be released first, `stopped` if someone wants to cancel it,
 *   `gone` if it was deleted
 */
export const pushCredit = (
  donation: Member,
  schedule: Schedule,
  watch: Watch = unwatched,
): Promise<AttemptResult> =>
  attemptUnlessDeleted("donation", donation.id, async () => {
    const loaded = await beginPush(donation);
    if (!loaded) throw new Error(`donation ${donation.id} doesn't exist`);
    const { hasReceipt, ...result }: Attempted = loaded.hasBegun
      ? await attemptPush(loaded, schedule, watch)
      : await notStarted(loaded, donation.generation);
    // Only after the completion is committed. Safe to repeat: the receipt is emailed at most once.
    const isReceiptDue = result.status === "completed" && loaded.receiptTo !== null && !hasReceipt;
    if (isReceiptDue) await emailReceipt(donation.id);
    return result;
  });

async function notStarted(donation: PushedDonation, generation: number): Promise<AttemptResult> {
  if (donation.status !== "pending") return finished(donation.status);
  if (donation.isHeld) return finished("held");
  if (donation.isStopped) return finished("stopped");
  if (donation.generation > generation) return finished("superseded");
  if (donation.isUnderReview) {
    await holdForReview(donation.id);
    return finished("held");
  }
  if (donation.isInBatch && donation.dueInMs > 0) return finished("on_its_way");
  // Due later, or changed just now.
  return { status: "pending", dueInMs: Math.max(donation.dueInMs, RECHECK_MS) };
}

async function attemptPush(
  donation: PushedDonation,
  schedule: Schedule,
  watch: Watch,
): Promise<Attempted> {
  const attempt: PushAttempt = {
    startedAt: performance.now(),
    adapter: "unknown",
    isRequested: false,
  };
  let settlement: Settlement | null;
  try {
    settlement = await requestCredit(donation, attempt, watch);
  } catch (error) {
    if (!(error instanceof PlatformUnavailable)) throw error;
    return recordUnavailable(donation, attempt, error, schedule);
  }
  if (settlement === null) return endUntilDecided(donation, attempt);
  const settled = await settle(donation, settlement);
  const event_id = settled?.eventId ?? null;
  if (settlement.status === "failed") recordAttempt(donation, attempt, "refused", { event_id });
  else {
    const { platformCreditId: credit_id } = settlement;
    recordAttempt(donation, attempt, "credited", { credit_id, event_id });
  }
  return {
    ...finished(settlement.status),
    answered: true,
    hasReceipt: settled?.hasReceipt ?? false,
  };
}
