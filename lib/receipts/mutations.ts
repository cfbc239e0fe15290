/** Mailing receipts. */
import type { CardholderScope, SystemScope } from "../auth/scopes.ts";
import { readPreferences } from "../cardholders/preferences.ts";
import { pool, transaction } from "../db.ts";
import { pushCredit } from "../donations/push.ts";
import type { PushRun } from "../donations/state.ts";
import { env } from "../env.ts";
import { wakeRelay } from "../events.ts";
import { queueMail } from "../mail/queue.ts";
import { receiptMail } from "../mail/templates/receipt.ts";
import { toCents } from "../money.ts";
import { emailKey } from "../text.ts";
import { foundTogether } from "../together.ts";
import { type Issued, issuedReceipt } from "./issue.ts";
import { countForeignResend } from "./resend-limit.ts";
import { ownAddresses } from "./statements.ts";

function mailOf({ receipt, schoolName }: Issued) {
  return receiptMail({
    receiptNumber: receipt.receipt_number,
    donorName: receipt.donor_name,
    organizationName: receipt.organization.name,
    schoolName,
    amountCents: toCents(receipt.dollar_amount),
    donationDate: receipt.donation_date,
    statement: receipt.statement,
    specimen: receipt.specimen,
    link: `${env().publicBaseUrl}/donations/${receipt.donation_id}`,
  });
}

/**
 * The addresses that are certainly theirs. Not the one that they have chosen for receipts: it would be
 * a way to mail a stranger as often as one likes.
 */
async function isOwnAddress(cardholderId: string, address: string): Promise<boolean> {
  const own = await ownAddresses(cardholderId);
  return own.some((one) => emailKey(one) === emailKey(address));
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
  const to = email ?? issued.receipt.donor_email;
  if (!(await isOwnAddress(scope.cardholderId, to))) await countForeignResend(scope.cardholderId);
  const mail = await mailOf(issued);
  await transaction((tx) => queueMail(tx, { to, ...mail }));
  wakeRelay();
  return { sent_to: to };
}

type Recipient = { donationId: string; cardholderId: string };

/** Whose receipt it is, where it was not mailed yet. */
const findRecipient = foundTogether<Recipient>(
  async (donationIds) => {
    const { rows } = await pool().query<Recipient>({
      name: "receipt-recipients",
      text: `
        select found.* from unnest($1::uuid[]) as wanted (id) cross join lateral (
          select d.id as "donationId", a.cardholder_id as "cardholderId"
          from donation d join account a on a.id = d.account_id
          left join receipt r on r.donation_id = d.id
          where d.id = wanted.id and d.status = 'completed' and a.cardholder_id is not null
            and r.mailed_at is null offset 0
        ) found`,
      values: [donationIds],
    });
    return rows;
  },
  (recipient) => recipient.donationId,
);

/**
 * Mails the receipt of a donation that has just been completed, to those who want that. Once, however
 * often it is asked for: the mail and the note that it went are one transaction.
 */
export async function mailReceipt(scope: SystemScope, donationId: string): Promise<void> {
  const cardholderId = (await findRecipient(donationId))?.cardholderId;
  if (!cardholderId || !(await readPreferences(scope, cardholderId)).email_tax_receipt) return;
  const issued = await issuedReceipt(cardholderId, donationId);
  const mail = await mailOf(issued);
  await transaction(async (tx) => {
    const { rowCount } = await tx.query(
      "update receipt set mailed_at = now() where donation_id = $1 and mailed_at is null",
      [donationId],
    );
    if (rowCount === 1) await queueMail(tx, { to: issued.receipt.donor_email, ...mail });
  });
  wakeRelay();
}

/**
 * Pushes a donation's credit once and, where that completes it, mails its receipt. Safe to repeat at
 * any point, as both are.
 */
export async function pushAndReceipt(
  scope: SystemScope,
  donationId: string,
  run: PushRun,
): ReturnType<typeof pushCredit> {
  const status = await pushCredit(scope, donationId, run);
  if (status === "completed") await mailReceipt(scope, donationId);
  return status;
}
