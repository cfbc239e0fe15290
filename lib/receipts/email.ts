/** The email with a receipt, and the PDF that is attached to it. */
import { runForOne } from "../database/run.ts";
import { kysely } from "../database/tables.ts";
import { formatDay } from "../dates.ts";
import { buildGiftTicket, type TicketGift } from "../donations/gift-ticket.ts";
import type { Attachment } from "../email/send.ts";
import type { Composed } from "../email/templates/compose.ts";
import { type ReceiptEmail, receiptEmail } from "../email/templates/receipt.ts";
import { ServiceError } from "../errors.ts";
import { FairQueue } from "../fair-queue.ts";
import { toCents } from "../money.ts";
import { perProcess } from "../singleton.ts";
import { isSameEmail } from "../text.ts";
import { fundLabel, type Receipt } from "./contract.ts";
import { drawReceipt } from "./documents.ts";
import { drawingQueue, drawingTurn } from "./drawing/queue.ts";
import { getOrIssueReceipt } from "./issue.ts";
import type { EmailFacts } from "./sql.ts";

/** Null if the designation matches no fund: only the receipt quotes what the bank sent. */
function fundOf(receipt: Receipt): TicketGift["fund"] {
  const { deductibility } = receipt;
  const good_faith_value_usd = receipt.goods_or_services_value_usd;
  return deductibility && { name: fundLabel(receipt), deductibility, good_faith_value_usd };
}

const UNKNOWN_FUND = "The receipt doesn’t state a deductible amount. Please ask the foundation.";

/**
 * Whether an address is known to be the donor's. One they chose for receipts, or one from a bank, isn't: either could
 * be used to flood a stranger with email.
 */
export const isOwnAddress = ({ ownEmail }: EmailFacts, to: string): boolean =>
  isSameEmail(ownEmail, to);

/** Whether a donor with a verified email address chose this address for receipts. */
const isChosenAddress = ({ isVerified, chosenEmail }: EmailFacts, to: string): boolean =>
  isVerified && isSameEmail(to, chosenEmail);

function ticketOf(receipt: Receipt, { bankName }: EmailFacts, isOwn: boolean) {
  return buildGiftTicket({
    amountCents: toCents(receipt.dollar_amount),
    schoolId: receipt.school_id,
    schoolName: receipt.school_name,
    foundation: receipt.organization.name,
    fund: fundOf(receipt),
    shared: receipt.shared_with_school,
    confirmed: formatDay(receipt.donation_date),
    points: isOwn
      ? {
          pointsRedeemed: receipt.points_redeemed,
          pointsPerDollar: receipt.points_per_dollar,
          bankName,
        }
      : null,
  });
}

/**
 * The email with a receipt. The PDF is attached only if the donor chose the address: it contains their name, which an
 * address that only a bank supplied must not get.
 * @param isRequested whether the donor requested this email
 */
export async function composeReceipt(
  receipt: Receipt,
  to: string,
  facts: EmailFacts,
  isRequested: boolean,
): Promise<Composed> {
  const isOwn = isOwnAddress(facts, to);
  const recipient: ReceiptEmail["recipient"] = isOwn
    ? { own: true, name: facts.ownName }
    : { own: false };
  return receiptEmail({
    giftId: receipt.donation_id,
    number: receipt.receipt_number,
    specimen: receipt.specimen,
    ticket: await ticketOf(receipt, facts, isOwn),
    confirmationNumber: receipt.school_confirmation_id,
    bankName: facts.bankName,
    attributed: facts.attributed,
    statement: receipt.deductibility === null ? [UNKNOWN_FUND] : receipt.statement.split(/\n{2,}/),
    recipient,
    isRequested,
    isAttached: isRequested || isChosenAddress(facts, to),
    correction: receipt.correction,
  });
}

/**
 * At most one emailed receipt waits in the drawing queue, so that people waiting for a page come first. Banks and
 * cardholders take turns. The job engine bounds how many wait here.
 */
const emailQueue = perProcess(
  "emailed receipts",
  () => new FairQueue({ concurrency: 1, waiting: 1_000 }),
);

/**
 * A gift's receipt as a PDF attachment.
 * @throws ServiceError DONATION_NOT_FOUND, SERVICE_UNAVAILABLE
 */
export async function receiptAttachment(giftId: string): Promise<Attachment> {
  const gift = kysely.selectFrom("donation").select(["cardholderId", "bankId"]);
  const { cardholderId = null, bankId } = (await runForOne(gift.where("id", "=", giftId))) ?? {};
  if (!cardholderId || !bankId) throw new ServiceError("DONATION_NOT_FOUND");
  const drawn = await emailQueue().run([bankId, cardholderId], () =>
    drawingQueue().run(drawingTurn.emailedReceipt, async () =>
      drawReceipt(await getOrIssueReceipt(cardholderId, giftId)),
    ),
  );
  return {
    filename: drawn.fileName,
    content: Buffer.from(drawn.body),
    contentType: "application/pdf",
  };
}
