/** Settles donations, with their events and emails. */
import { batch } from "../batch.ts";
import { transaction } from "../database/transaction.ts";
import { serializeDonation } from "../donations/serialize.ts";
import type { Settlement } from "../donations/state.ts";
import { type NewEmail, queueEmails } from "../email/queue.ts";
import { metrics } from "../metrics.ts";
import { type NewEvent, recordEvents } from "../webhooks/events/record.ts";
import { settlementEmail } from "./email.ts";
import { type PushedDonation, type SettlementRow, settleAll } from "./sql.ts";

/** A donation that the platform has decided about, and the email to its giver. */
type Decided = {
  donation: PushedDonation;
  settlement: Settlement;
  at: Date;
  email: NewEmail | null;
};

function rowOf({ donation: { id }, settlement, at }: Decided): SettlementRow {
  const row = { id, status: settlement.status, at };
  if (settlement.status === "failed") {
    return { ...row, reason: settlement.reason, platformCreditId: null, platformStatus: null };
  }
  const { creditId: platformCreditId, platformStatus } = settlement;
  return { ...row, reason: null, platformCreditId, platformStatus };
}

function eventOf(decided: Decided, sequence: number): NewEvent {
  const { donation, at } = decided;
  const { status, reason: failureReason, platformCreditId, platformStatus } = rowOf(decided);
  const settled = serializeDonation({
    ...donation,
    status,
    failureReason,
    platformCreditId,
    platformStatus,
    completedAt: status === "completed" ? at : null,
    failedAt: status === "failed" ? at : null,
    heldAt: null,
  });
  return {
    bankId: donation.bankId,
    donationId: donation.id,
    type: `donation.${status}`,
    sequence,
    data: { ...settled, bank_user_id: donation.bankUserId },
    at,
  };
}

const donationIdOf = ({ donation }: Decided) => donation.id;

/**
 * Settles donations, records their events, and queues the givers' emails, in one transaction.
 * @returns the event's ID; null if another push settled the donation first
 */
const settleBatch = batch(donationIdOf, async (all: Decided[]) => {
  // A fixed lock order, so that concurrent settlements cannot deadlock.
  const decided = all.toSorted((a, b) => (donationIdOf(a) < donationIdOf(b) ? -1 : 1));
  const eventIds = await transaction(async (tx) => {
    const rows = await settleAll({ outcomes: decided.map(rowOf) }, tx);
    const sequences = new Map(rows.map(({ id, sequence }) => [id, sequence]));
    const settled = decided.filter((one) => sequences.has(donationIdOf(one)));
    const events = settled.map((one) => eventOf(one, sequences.get(donationIdOf(one)) as number));
    const ids = await recordEvents(tx, events);
    const emails = settled.flatMap(({ email }) => email ?? []);
    await queueEmails(tx, emails);
    return new Map(settled.map((one, n) => [donationIdOf(one), ids[n] as string]));
  });
  return all.map((one) => eventIds.get(donationIdOf(one)) ?? null);
});

function countSettled(
  { amountCents, createdAt }: PushedDonation,
  { status: outcome }: Settlement,
  at: Date,
): void {
  metrics().donationsSettled.inc({ outcome });
  metrics().centsSettled.inc({ outcome }, amountCents);
  metrics().settlingSeconds.observe({ outcome }, (at.getTime() - createdAt.getTime()) / 1_000);
}

export async function settle(
  donation: PushedDonation,
  settlement: Settlement,
): Promise<string | null> {
  const at = new Date();
  // Before the transaction, to keep it short.
  const email = await settlementEmail(donation, settlement, at);
  const eventId = await settleBatch({ donation, settlement, at, email });
  if (eventId !== null) countSettled(donation, settlement, at);
  return eventId;
}
