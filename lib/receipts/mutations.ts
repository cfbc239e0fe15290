/** Mailing receipts. */
import type { CardholderScope } from "../auth/scopes.ts";
import { batch, batchedLookup } from "../batch.ts";
import { db } from "../database/prisma.ts";
import { transaction } from "../database/transaction.ts";
import { unlessDeleted } from "../database/unless-deleted.ts";
import { pushCredit } from "../donations/push/push.ts";
import type { PushRun } from "../donations/state.ts";
import { type NewEmail, queueEmail, queueEmails } from "../email/queue.ts";
import { receiptEmail } from "../email/templates/receipt.ts";
import { env } from "../env.ts";
import { ServiceError } from "../errors.ts";
import { toCents } from "../money.ts";
import { emailKey } from "../text.ts";
import type { Receipt } from "./contract.ts";
import { issuedReceipt, issueReceipt } from "./issue.ts";
import { countForeignResend } from "./resend-limit.ts";
import { findRecipients, recordEmailed } from "./sql.ts";

const SEE_RECEIPT = "Open the receipt to read what the foundation says about this gift.";

function mailOf(receipt: Receipt) {
  return receiptEmail({
    receiptNumber: receipt.receipt_number,
    organizationName: receipt.organization.name,
    schoolName: receipt.school_name,
    amountCents: toCents(receipt.dollar_amount),
    donationDate: receipt.donation_date,
    // Where the fund is not one of ours, the receipt quotes what the bank has written.
    statement: receipt.deductibility === null ? SEE_RECEIPT : receipt.statement,
    specimen: receipt.specimen,
    link: `${env().publicBaseUrl}/donations/${receipt.donation_id}`,
  });
}

/**
 * Whether the address is certainly theirs. Neither the one that they have chosen for receipts is, nor
 * one that a bank gave: it would be a way to email a stranger as often as one likes.
 */
async function isOwnAddress(cardholderId: string, address: string): Promise<boolean> {
  const own = await db().cardholder.findUnique({
    where: { id: cardholderId },
    select: { email: true },
  });
  return own !== null && emailKey(own.email) === emailKey(address);
}

/**
 * Mails a receipt because its donor asks for it, whatever their preferences are.
 * @param email where to; the receipt's own address where nothing is given
 * @throws ServiceError DONATION_NOT_FOUND, RECEIPT_NOT_READY, RATE_LIMITED
 */
export async function resendReceipt(
  scope: CardholderScope,
  donationId: string,
  email: string | null | undefined,
): Promise<{ sent_to: string }> {
  const issued = await issuedReceipt(scope.cardholderId, donationId);
  const to = email ?? issued.donor_email;
  if (!(await isOwnAddress(scope.cardholderId, to))) await countForeignResend(scope.cardholderId);
  const mail = mailOf(issued);
  const { cardholderId } = scope;
  await transaction(async (tx) => {
    const queued = await queueEmail(tx, { to, kind: "receipt-resend", cardholderId, ...mail });
    if (!queued.held) return;
    const headers = { "Retry-After": String(secondsOfToday()) };
    throw new ServiceError("RATE_LIMITED", { headers });
  });
  return { sent_to: to };
}

/** Until the day (UTC) ends, by which emails are counted. */
const secondsOfToday = () => 86_400 - (Math.floor(Date.now() / 1_000) % 86_400);

type Ready = { donationId: string; mail: NewEmail };

/** The mail and the note that it went, for all of the moment in one transaction. */
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
        due.map(({ mail }) => mail),
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
 * Mails the receipt of a donation that has just been completed, to those who want that. Once, however
 * often it is asked for: the mail and the note that it went are one transaction.
 */
export async function emailReceipt(donationId: string): Promise<void> {
  const recipient = await findRecipient(donationId);
  if (!recipient) return;
  const issued = await issueReceipt(recipient);
  const mail = mailOf(issued);
  const { cardholderId, bankId } = recipient;
  const to = issued.donor_email;
  await sendOnce({ donationId, mail: { to, kind: "receipt", cardholderId, bankId, ...mail } });
}

/**
 * Pushes a donation's credit once and, where that completes it, mails its receipt. Safe to repeat at
 * any point, as both are.
 * @returns what the push does; `gone` where there is no such donation any more
 */
export function pushAndReceipt(donationId: string, run: PushRun) {
  return unlessDeleted("donation", donationId, async () => {
    const status = await pushCredit(donationId, run);
    if (status === "completed") await emailReceipt(donationId);
    return status;
  });
}
