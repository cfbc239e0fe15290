/** Emailing receipts. */
import { AttemptLimiter, tooManyAttempts } from "../auth/limits/attempt-limiter.ts";
import type { CardholderScope } from "../auth/scopes.ts";
import { batch, batchedLookup } from "../batch.ts";
import { transaction } from "../database/transaction.ts";
import {
  type AddedReceipt,
  addReceipts,
  type NewEmail,
  queueEmail,
  queueEmails,
} from "../email/queue.ts";
import { ServiceError } from "../errors.ts";
import { FOREIGN_RESENDS_A_DAY, type Receipt } from "./contract.ts";
import { composeReceipt, isOwnAddress } from "./email.ts";
import { issue, issuedReceipt } from "./issue.ts";
import { findEmailFacts, findRecipients, recordEmailed } from "./sql.ts";

const factsOf = batchedLookup(
  (donationIds) => findEmailFacts({ donationIds }),
  ({ donationId }) => donationId,
);

const foreignResends = new AttemptLimiter({
  name: "receipt-resend",
  points: FOREIGN_RESENDS_A_DAY,
  seconds: 86_400,
});

/** Counts a resend to an address that may be someone else's. @throws ServiceError RATE_LIMITED */
async function countForeignResend(cardholderId: string): Promise<void> {
  const refusal = await foreignResends.consume(cardholderId);
  if (refusal) throw tooManyAttempts(refusal);
}

/**
 * Emails a receipt because its donor asks for it, whatever their preferences are.
 * @param email where to; the receipt's own address where nothing is given
 * @throws ServiceError DONATION_NOT_FOUND, RECEIPT_NOT_READY, RATE_LIMITED
 */
export async function resendReceipt(
  scope: CardholderScope,
  donationId: string,
  email: string | null | undefined,
): Promise<{ sent_to: string }> {
  const { cardholderId } = scope;
  const issued = await issuedReceipt(cardholderId, donationId);
  const facts = await factsOf(donationId);
  if (!facts) throw new ServiceError("DONATION_NOT_FOUND");
  const to = email ?? issued.donor_email;
  if (!isOwnAddress(facts, to)) await countForeignResend(cardholderId);
  const composed = await composeReceipt(issued, to, facts, true);
  await transaction(async (tx) => {
    const queued = await queueEmail(tx, { to, kind: "receipt-resend", cardholderId, ...composed });
    if (!queued.held) return;
    const headers = { "Retry-After": String(secondsOfToday()) };
    throw new ServiceError("RATE_LIMITED", { headers });
  });
  return { sent_to: to };
}

/** Until the day (UTC) ends, by which emails are counted. */
const secondsOfToday = () => 86_400 - (Math.floor(Date.now() / 1_000) % 86_400);

/** A receipt that is issued, and has to be emailed on its own. */
type Issued = { receipt: Receipt; cardholderId: string; bankId: string | undefined };

/**
 * Issues the receipts of gifts that have just been completed, for those who want them by email, and adds each to the email
 * about its gift where both go to one address: one transaction for all that are waiting.
 * @returns what is to be emailed on its own
 */
const issueWithGiftEmail = batch(
  (donationId: string) => donationId,
  async (donationIds): Promise<(Issued | undefined)[]> => {
    const recipients = await findRecipients({ wanted: donationIds.map((id) => ({ id })) });
    if (recipients.length === 0) return donationIds.map(() => undefined);
    const issued = await transaction(async (tx) => {
      const receipts = await issue(tx, recipients);
      const added = await addReceipts(tx, receipts.map(forEmail));
      if (added.size > 0) await recordEmailed({ donationIds: [...added] }, tx);
      return recipients.flatMap(({ donationId, cardholderId, bankId }, n): [string, Issued][] =>
        added.has(donationId)
          ? []
          : [[donationId, { receipt: receipts[n] as Receipt, cardholderId, bankId }]],
      );
    });
    const left = new Map(issued);
    return donationIds.map((id) => left.get(id));
  },
);

function forEmail(receipt: Receipt): AddedReceipt {
  const { donation_id: giftId, donor_email: to, receipt_number: number, specimen } = receipt;
  return { giftId, to, number, specimen };
}

type Ready = { donationId: string; email: NewEmail };

/** The same as an email of its own. */
const sendOnce = batch(
  ({ donationId }: Ready) => donationId,
  async (ready) => {
    await transaction(async (tx) => {
      const donationIds = ready.map(({ donationId }) => donationId);
      const recorded = await recordEmailed({ donationIds }, tx);
      const dueIds = new Set(recorded.map(({ donationId }) => donationId));
      const due = ready.filter(({ donationId }) => dueIds.has(donationId));
      await queueEmails(
        tx,
        due.map(({ email }) => email),
      );
    });
    return ready.map(() => undefined);
  },
);

/**
 * Emails the receipt of a donation that has just been completed, to those who want that: with the confirmation where
 * both go to one address. Once, however often it is asked for: the email and the record of it are one transaction.
 */
export async function emailReceipt(donationId: string): Promise<void> {
  const issued = await issueWithGiftEmail(donationId);
  if (!issued) return;
  const facts = await factsOf(donationId);
  if (!facts) return;
  const { receipt, cardholderId, bankId } = issued;
  const to = receipt.donor_email;
  const composed = await composeReceipt(receipt, to, facts, false);
  await sendOnce({ donationId, email: { to, kind: "receipt", cardholderId, bankId, ...composed } });
}
