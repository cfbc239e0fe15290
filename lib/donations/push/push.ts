import { batch } from "../../batch.ts";
import { transaction } from "../../database/transaction.ts";
import { type NewEmail, queueEmails } from "../../email/queue.ts";
import { unwatched, type Watch } from "../../jobs/watch.ts";
import { toDecimalString } from "../../money.ts";
import {
  type CreditInstruction,
  PlatformMisconfigured,
  PlatformRefusal,
  PlatformUnavailable,
} from "../../ticketing/adapter.ts";
import { openPlatform } from "../../ticketing/config.ts";
import { fanAccountOf } from "../../ticketing/fans.ts";
import { adapterFor } from "../../ticketing/registry.ts";
import { type NewEvent, recordEvents } from "../../webhooks/events/record.ts";
import { holdForReview } from "../hold/hold.ts";
import { serializeDonation } from "../serialize.ts";
import type { DonationStatus, PushRun, PushStatus, Settlement } from "../state.ts";
import { settlementEmail } from "./settlement-email.ts";
import {
  loadForPush,
  type Outcome,
  type PushedDonation,
  recordFailedAttempt,
  settleAll,
} from "./sql.ts";
import { beginAttempt, countSettled, type PushAttempt, recordAttempt } from "./telemetry.ts";

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
      const fanAccountId = await fanAccountOf(adapter, access, donation.email);
      return adapter.pushCredit(access, instructionOf(donation, fanAccountId));
    });
    return { status: "completed", creditId: credit.creditId, platformStatus: credit.status };
  } catch (error) {
    if (error instanceof PlatformRefusal) return { status: "failed", reason: error.message };
    throw error;
  }
}

/** The outcome of a push. */
type Decided = {
  donation: PushedDonation;
  settlement: Settlement;
  at: Date;
  email: NewEmail | null;
};

function eventOf({ donation, settlement, at }: Decided, sequence: number): NewEvent {
  const completed = settlement.status === "completed";
  const settled = serializeDonation({
    ...donation,
    status: settlement.status,
    completedAt: completed ? at : null,
    failedAt: completed ? null : at,
    failureReason: completed ? null : settlement.reason,
    credit: {
      platformCreditId: completed ? settlement.creditId : null,
      platformStatus: completed ? settlement.platformStatus : null,
      heldAt: null,
    },
  });
  return {
    bankId: donation.bankId,
    donationId: donation.id,
    type: `donation.${settlement.status}`,
    sequence,
    data: { ...settled, bank_user_id: donation.bankUserId },
    at,
  };
}

function outcomeOf({ donation: { id }, settlement, at }: Decided): Outcome {
  if (settlement.status === "failed") {
    const { status, reason } = settlement;
    return { id, status, at, reason, platformCreditId: null, platformStatus: null };
  }
  const { status, creditId: platformCreditId, platformStatus } = settlement;
  return { id, status, at, reason: null, platformCreditId, platformStatus };
}

const donationIdOf = ({ donation }: Decided) => donation.id;

/**
 * Settles donations, records their events, and queues the emails to their givers, in one transaction.
 * @returns the event's ID; null if another push was first
 */
const settleBatch = batch(donationIdOf, async (all: Decided[]) => {
  // A fixed lock order, so that concurrent settlements cannot deadlock.
  const decided = all.toSorted((a, b) => (donationIdOf(a) < donationIdOf(b) ? -1 : 1));
  const eventIds = await transaction(async (tx) => {
    const rows = await settleAll({ outcomes: decided.map(outcomeOf) }, tx);
    const sequences = new Map(rows.map(({ id, sequence }) => [id, sequence]));
    const settled = decided.filter((one) => sequences.has(donationIdOf(one)));
    const events = settled.map((one) => eventOf(one, sequences.get(donationIdOf(one)) as number));
    const ids = await recordEvents(tx, events);
    await queueEmails(
      tx,
      settled.flatMap(({ email }) => email ?? []),
    );
    return new Map(settled.map((one, n) => [donationIdOf(one), ids[n] as string]));
  });
  return all.map((one) => eventIds.get(donationIdOf(one)) ?? null);
});

async function settle(donation: PushedDonation, settlement: Settlement): Promise<string | null> {
  const at = new Date();
  // Before the transaction, so as not to hold it open.
  const email = await settlementEmail(donation, settlement, at);
  const eventId = await settleBatch({ donation, settlement, at, email });
  if (eventId !== null) countSettled(donation, settlement, at);
  return eventId;
}

/**
 * Pushes once. Safe to repeat at any point: the platform credits once per partner reference, and the
 * settlement is guarded by the status.
 * @returns the donation's status; `pending` if the platform has not decided, `superseded` if a later run
 *   has taken over this donation, `held` if it has to be released first
 */
export async function pushCredit(donationId: string, run: PushRun): Promise<PushStatus> {
  const donation = await loadForPush(donationId);
  if (!donation) throw new Error(`donation ${donationId} doesn't exist`);
  if (donation.status !== "pending") return donation.status as DonationStatus;
  if (donation.isHeld) return "held";
  if (donation.generation > run.generation) return "superseded";
  if (donation.isUnderReview) {
    await holdForReview(donationId);
    return "held";
  }
  const attempt = beginAttempt();
  let settlement: Settlement;
  try {
    settlement = await askPlatform(donation, attempt, run.watch ?? unwatched);
  } catch (error) {
    if (!(error instanceof PlatformUnavailable)) throw error;
    const isMisconfigured = error instanceof PlatformMisconfigured;
    await recordFailedAttempt({
      donationId,
      error: error.message,
      nextWaitMs: run.nextWaitMs,
      // An unusable configuration is flagged immediately.
      flag: run.flag || isMisconfigured,
    });
    const outcome = isMisconfigured ? "misconfigured" : "unavailable";
    recordAttempt(donation, attempt, outcome, { reason: error.message });
    return "pending";
  }
  const event_id = await settle(donation, settlement);
  if (settlement.status === "failed") recordAttempt(donation, attempt, "refused", { event_id });
  else recordAttempt(donation, attempt, "credited", { credit_id: settlement.creditId, event_id });
  return settlement.status;
}
