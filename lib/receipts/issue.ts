/**
 * Issuing receipts: once, at the first need, numbered without gaps per foundation and year. What is
 * said then is kept as it was said, whatever donor, foundation or fund become.
 */
import { pool, type Transaction, transaction } from "../db.ts";
import { env } from "../env.ts";
import { ServiceError } from "../errors.ts";
import { toDollars } from "../money.ts";
import { type Receipt, receipt } from "./contract.ts";
import { findGift, type Gift, holdDonation, keepReceipt, takeNumber } from "./statements.ts";
import { wordingOf } from "./wording.ts";

/** Never an invented number for a real foundation: a sandbox has this one, which nobody has. */
const SPECIMEN_EIN = "00-0000000";

/** `OHIO-STATE-2026-000123`. */
const receiptNumber = (schoolId: string, year: number, number: number) =>
  `${schoolId.toUpperCase()}-${year}-${String(number).padStart(6, "0")}`;

function contentOf(gift: Gift & { day: string }, year: number, number: number): Receipt {
  const specimen = env().environment === "sandbox";
  const designation = gift.fundName ?? gift.fundDesignation;
  return {
    receipt_number: receiptNumber(gift.schoolId, year, number),
    issued_at: new Date().toISOString(),
    donation_id: gift.id,
    donation_date: gift.day,
    donor_name: gift.donorName,
    donor_email: gift.donorEmail,
    organization: {
      name: gift.foundation,
      ein: specimen ? SPECIMEN_EIN : gift.ein,
      address: specimen ? null : gift.mailingAddress,
    },
    school_id: gift.schoolId,
    fund_designation: designation,
    dollar_amount: toDollars(gift.amountCents),
    points_redeemed: gift.pointsRedeemed,
    points_per_dollar: gift.pointsPerDollar,
    ...wordingOf({ ...gift, designation }),
    specimen,
  };
}

/** A receipt, and what is needed beside it to mail it. */
export type Issued = { receipt: Receipt; schoolName: string };

/** In the contract's order of fields, which jsonb does not keep. */
const asKept = (gift: Gift & { content: Receipt }): Issued => ({
  receipt: receipt.parse(gift.content),
  schoolName: gift.schoolName,
});

const isIssued = (gift: Gift): gift is Gift & { content: Receipt } => gift.content !== null;
const isDated = (gift: Gift): gift is Gift & { day: string } =>
  gift.status === "completed" && gift.day !== null;

async function issue(tx: Transaction, cardholderId: string, donationId: string): Promise<Issued> {
  await holdDonation(tx, donationId);
  // Read again: whoever held it before may have issued it.
  const gift = await findGift(tx, cardholderId, donationId);
  if (!gift) throw new ServiceError("DONATION_NOT_FOUND");
  if (isIssued(gift)) return asKept(gift);
  if (!isDated(gift)) throw new ServiceError("RECEIPT_NOT_READY");
  const year = Number(gift.day.slice(0, 4));
  const number = await takeNumber(tx, gift.schoolId, year);
  const content = contentOf(gift, year, number);
  await keepReceipt(tx, { year, number, content });
  return { receipt: content, schoolName: gift.schoolName };
}

/**
 * The receipt of a donation of this cardholder, issued if it was not yet.
 * @throws ServiceError DONATION_NOT_FOUND, RECEIPT_NOT_READY
 */
export async function issuedReceipt(cardholderId: string, donationId: string): Promise<Issued> {
  const gift = await findGift(pool(), cardholderId, donationId);
  if (!gift) throw new ServiceError("DONATION_NOT_FOUND");
  if (isIssued(gift)) return asKept(gift);
  if (!isDated(gift)) throw new ServiceError("RECEIPT_NOT_READY");
  return transaction((tx) => issue(tx, cardholderId, donationId));
}
