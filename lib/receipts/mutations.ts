/** Emailing receipts. */
import type { CardholderScope } from "../auth/scopes.ts";
import { batch, batchedLookup } from "../batch.ts";
import { transaction } from "../database/transaction.ts";
import { type AddedReceipt, addReceipts } from "../email/add-receipts.ts";
import { type NewEmail, queueEmail, queueEmails } from "../email/queue.ts";
import { ServiceError } from "../errors.ts";
import { composeReceipt, isOwnAddress } from "./email.ts";
import { issuedReceipt, issueReceipt } from "./issue.ts";
import { countForeignResend } from "./resend-limit.ts";
import { findEmailFacts, findRecipients, recordEmailed } from "./sql.ts";

const factsOf = batchedLookup(
  (donationIds) => findEmailFacts({ donationIds }),
  ({ donationId }) => donationId,
);

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

/**
 * Adds a receipt to the email about its gift, and records that it was emailed, in one transaction for all that are
 * waiting. @returns whether there is such an email
 */
const addToGiftEmail = batch(
  ({ giftId }: AddedReceipt) => giftId,
  (receipts) =>
    transaction(async (tx) => {
      const added = await addReceipts(tx, receipts);
      if (added.size > 0) await recordEmailed({ donationIds: [...added] }, tx);
      return receipts.map(({ giftId }) => added.has(giftId));
    }),
);

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

const findRecipient = batchedLookup(
  (donationIds) => findRecipients({ wanted: donationIds.map((id) => ({ id })) }),
  ({ donationId }) => donationId,
);

/**
 * Emails the receipt of a donation that has just been completed, to those who want that: with the confirmation where
 * both go to one address. Once, however often it is asked for: the email and the record of it are one transaction.
 */
export async function emailReceipt(donationId: string): Promise<void> {
  const recipient = await findRecipient(donationId);
  if (!recipient) return;
  const issued = await issueReceipt(recipient);
  const { receipt_number: number, specimen, donor_email: to } = issued;
  if (await addToGiftEmail({ giftId: donationId, to, number, specimen })) return;
  const facts = await factsOf(donationId);
  if (!facts) return;
  const { cardholderId, bankId } = recipient;
  const composed = await composeReceipt(issued, to, facts, false);
  await sendOnce({ donationId, email: { to, kind: "receipt", cardholderId, bankId, ...composed } });
}
