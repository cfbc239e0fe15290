/** Settles donations, with their events and the emails that tell givers whether their gifts succeeded. */
import { v7 as uuidv7 } from "uuid";
import { batch } from "../batch.ts";
import { wireTransfer } from "../books/postings.ts";
import { isDatabaseUnavailable } from "../database/errors.ts";
import { type Transaction, transaction } from "../database/transaction.ts";
import { formatMoment } from "../dates.ts";
import { isConfirmationNumber } from "../donations/confirmation-number.ts";
import { buildGiftTicket, type TicketGift } from "../donations/gift-ticket.ts";
import { serializeDonation } from "../donations/serialize.ts";
import { sharingOf } from "../donations/sharing.ts";
import type { Settlement } from "../donations/state.ts";
import { type NewEmail, queueEmails } from "../email/queue.ts";
import type { Composed } from "../email/templates/compose.ts";
import { giftConfirmedEmail, giftFailedEmail, withReceipt } from "../email/templates/gift.ts";
import { log } from "../log.ts";
import { metrics } from "../metrics.ts";
import { dollarsOrNull } from "../money.ts";
import type { Receipt } from "../receipts/contract.ts";
import { issueLocked } from "../receipts/issue.ts";
import { isSameEmail } from "../text.ts";
import { type NewEvent, recordEvents } from "../webhooks/events/record.ts";
import { type PushedDonation, type SettlementRow, settleAll } from "./sql.ts";

/** Only the school's own funds are named: emails contain no free text. */
function fundOf(donation: PushedDonation): TicketGift["fund"] {
  const { fundName: name, deductibility, goodFaithValueCents: cents } = donation;
  if (!name || !deductibility) return null;
  return { name, deductibility, good_faith_value_usd: dollarsOrNull(cents) };
}

async function confirmationEmail(
  donation: PushedDonation,
  confirmationNumber: string,
  at: Date,
): Promise<Composed> {
  const { bankName, attributed, timeZone } = donation;
  return giftConfirmedEmail({
    giftId: donation.id,
    ticket: await buildGiftTicket({
      ...donation,
      fund: fundOf(donation),
      shared: sharingOf(donation.shareWithSchool),
      confirmed: formatMoment(at, timeZone),
      points: donation,
    }),
    bankName,
    attributed,
    confirmationNumber: isConfirmationNumber(confirmationNumber) ? confirmationNumber.trim() : null,
    name: donation.ownName,
  });
}

type SettlementEmail = NewEmail & Composed;

/**
 * Composes the email before the donation is settled. If that fails, the email is omitted and the error logged, so that
 * the donation is settled anyway.
 * @throws if the database is unavailable, so that the attempt is retried
 */
export async function settlementEmail(
  donation: PushedDonation,
  settlement: Settlement,
  at: Date,
): Promise<SettlementEmail | null> {
  const { id, emailTo: to, giverId: cardholderId, bankId } = donation;
  if (to === null) return null;
  try {
    const email =
      settlement.status === "completed"
        ? await confirmationEmail(donation, settlement.platformCreditId, at)
        : giftFailedEmail({ ...donation, giftId: id, at });
    return { id, to, kind: "donation", cardholderId, bankId, ...email };
  } catch (error) {
    if (isDatabaseUnavailable(error)) throw error;
    log().error({ err: error, donation_id: id }, "couldn't compose the gift's email");
    return null;
  }
}

/**
 * A donation that the platform has decided about, and when.
 * @property completedAt only for a gift of the past
 */
type Decided = { donation: PushedDonation; settlement: Settlement; at: Date; completedAt?: Date };

/** The same, with the email to its giver, and whether that is to include the receipt. */
type DecidedWithEmail = Decided & { email: SettlementEmail | null; awaitsReceipt: boolean };

/** @property hasReceipt whether the email includes the receipt */
type Settled = { eventId: string; hasReceipt: boolean };

const UNKNOWN = { reason: null, platformCreditId: null, platformStatus: null, keepsPoints: false };

const rowOf = ({ donation: { id, bankId }, settlement, at, completedAt }: Decided) => ({
  ...UNKNOWN,
  ...settlement,
  id,
  bankId,
  at,
  completedAt: completedAt ?? null,
  transferId: uuidv7(),
});

function transfersOf({ donation }: Decided, { transferId: id }: SettlementRow, postedAt: Date) {
  const { schoolId, amountCents: cents } = donation;
  const gift = { id, kind: "gift", schoolId, cents, correctsId: null, postedAt } as const;
  return { transfers: [wireTransfer(gift)] };
}

type SettledRow = { sequence: number; completedAt: Date | null; pointsReturned: number };

function eventOf(decided: Decided, row: SettlementRow, posted: SettledRow): NewEvent {
  const { donation } = decided;
  const { reason: failureReason, platformCreditId, platformStatus } = row;
  const { status } = decided.settlement;
  const { sequence, completedAt, pointsReturned: points_to_return } = posted;
  const at = completedAt ?? row.at;
  const settled = serializeDonation({
    ...donation,
    status,
    failureReason,
    platformCreditId,
    platformStatus,
    completedAt,
    failedAt: status === "failed" ? at : null,
    heldAt: null,
  });
  return {
    bankId: donation.bankId,
    donationId: donation.id,
    type: `donation.${status}`,
    sequence,
    data: {
      ...settled,
      bank_user_id: donation.bankUserId,
      ...(completedAt ? transfersOf(decided, row, completedAt) : { points_to_return }),
    },
    at,
  };
}

const donationIdOf = ({ donation }: Decided) => donation.id;

/**
 * Settles donations and records their events.
 * @returns those that no other push settled first, with their events' IDs
 */
export async function settleIn<One extends Decided>(tx: Transaction, decided: One[]) {
  const outcomes = decided.map(rowOf);
  const rows = new Map((await settleAll({ outcomes }, tx)).map((row) => [row.id, row]));
  const settled = decided.flatMap((one, n) => {
    const row = rows.get(donationIdOf(one));
    return row ? [{ ...one, event: eventOf(one, outcomes[n] as SettlementRow, row) }] : [];
  });
  const ids = await recordEvents(
    tx,
    settled.map(({ event }) => event),
  );
  return settled.map((one, n) => ({ ...one, eventId: ids[n] as string }));
}

/** Issues the receipts that emails are to include. @returns by donation, those for the email's address */
async function receiptsFor(
  tx: Transaction,
  settled: DecidedWithEmail[],
): Promise<Map<string, Receipt>> {
  const wanted = settled.flatMap(({ donation, email, awaitsReceipt }) => {
    const { id: donationId, giverId: cardholderId } = donation;
    if (!awaitsReceipt || !email || !cardholderId) return [];
    return { donationId, cardholderId, emailTo: email.to };
  });
  const issued = wanted.length > 0 ? await issueLocked(tx, wanted) : [];
  const included = issued.filter(({ donor_email }, n) =>
    isSameEmail(donor_email, wanted[n]?.emailTo),
  );
  return new Map(included.map((receipt) => [receipt.donation_id, receipt]));
}

/** The giver's email, with the receipt that it includes. */
function emailOf({ email }: DecidedWithEmail, receipt: Receipt | undefined): NewEmail[] {
  if (!email || !receipt) return email ? [email] : [];
  const { receipt_number: number, specimen } = receipt;
  return [{ ...email, ...withReceipt(email.content, { number, specimen }) }];
}

/**
 * Settles donations, records their events, and queues the givers' emails with their receipts, in one transaction.
 * @returns null if another push settled the donation first
 */
const settleBatch = batch(
  donationIdOf,
  async (all: DecidedWithEmail[]): Promise<(Settled | null)[]> => {
    // A fixed lock order, so that concurrent settlements cannot deadlock.
    const decided = all.toSorted((a, b) => (donationIdOf(a) < donationIdOf(b) ? -1 : 1));
    const results = await transaction(async (tx) => {
      const settled = await settleIn(tx, decided);
      const receipts = await receiptsFor(tx, settled);
      const emails = settled.flatMap((one) => emailOf(one, receipts.get(donationIdOf(one))));
      await queueEmails(tx, emails);
      return new Map(
        settled.map(({ donation: { id }, eventId }) => {
          return [id, { eventId, hasReceipt: receipts.has(id) }];
        }),
      );
    });
    return all.map((one) => results.get(donationIdOf(one)) ?? null);
  },
);

function countSettled(
  { amountCents, createdAt }: PushedDonation,
  { status: outcome }: Settlement,
  at: Date,
): void {
  metrics().donationsSettled.inc({ outcome });
  metrics().centsSettled.inc({ outcome }, amountCents);
  metrics().settlingSeconds.observe({ outcome }, (at.getTime() - createdAt.getTime()) / 1_000);
}

/** Settles a donation, and counts it. @returns null if another push settled it first */
export async function settle(
  donation: PushedDonation,
  settlement: Settlement,
): Promise<Settled | null> {
  const at = new Date();
  // Before the transaction, to keep it short.
  const email = await settlementEmail(donation, settlement, at);
  const awaitsReceipt =
    settlement.status === "completed" &&
    email !== null &&
    isSameEmail(email.to, donation.receiptTo);
  const decided = { donation, settlement, at, email, awaitsReceipt };
  const settled = await settleBatch(decided).catch((error) => {
    if (!awaitsReceipt || isDatabaseUnavailable(error)) throw error;
    // A receipt that can't be issued keeps no gift from being settled.
    log().error(
      { err: error, donation_id: donation.id },
      "couldn't settle a gift with its receipt",
    );
    return settleBatch({ ...decided, awaitsReceipt: false });
  });
  if (settled) countSettled(donation, settlement, at);
  return settled;
}

/**
 * Cancels a pending donation whose credit nobody pushes anymore, and gives back what it used of limits.
 * @param keepsPoints whether the points that it would have carried stay with the gift that it comes from
 * @returns the points to give back; null if it isn't pending
 */
export async function cancelIn(
  tx: Transaction,
  donation: { id: string; bankId: string },
  { keepsPoints = false } = {},
): Promise<{ at: Date; points: number } | null> {
  const at = new Date();
  const ended = { ...UNKNOWN, ...donation, keepsPoints, at, completedAt: null };
  const outcome = { ...ended, status: "canceled", transferId: uuidv7() } as const;
  const [row] = await settleAll({ outcomes: [outcome] }, tx);
  return row ? { at, points: row.pointsReturned } : null;
}
