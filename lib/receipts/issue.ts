/**
 * Issues receipts: once, when first needed, numbered without gaps per foundation and year. A receipt never
 * changes, even if the donor, foundation, or fund does.
 */
import type { CardholderScope } from "../auth/scopes.ts";
import { batch } from "../batch.ts";
import { type Transaction, transaction } from "../database/transaction.ts";
import { env } from "../env.ts";
import { ServiceError } from "../errors.ts";
import { toDollars } from "../money.ts";
import { type Receipt, receipt } from "./contract.ts";
import { taxFieldsOf } from "./deductibility.ts";
import {
  findGifts,
  type Gift,
  insertReceipts,
  lockDonations,
  type Series,
  takeNumbers,
  type Wanted,
} from "./sql.ts";

/** A sandbox's tax number, which nobody has: a real foundation never gets a made-up one. */
const SPECIMEN_EIN = "00-0000000";

/** `OHIO-STATE-2026-000123`. */
const receiptNumber = (schoolId: string, year: number, number: number) =>
  `${schoolId.toUpperCase()}-${year}-${String(number).padStart(6, "0")}`;

function contentOf(gift: Gift & { day: string }, year: number, number: number): Receipt {
  const specimen = env().environment === "sandbox";
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
    school_name: gift.schoolName,
    fund_designation: gift.fundDesignation,
    fund_name: gift.fundName,
    dollar_amount: toDollars(gift.amountCents),
    points_redeemed: gift.pointsRedeemed,
    points_per_dollar: gift.pointsPerDollar,
    ...taxFieldsOf({ ...gift, designation: gift.fundName ?? gift.fundDesignation }),
    specimen,
  };
}

/**
 * In the contract's field order, which jsonb does not preserve. The earliest receipts have no school name.
 */
const asIssued = ({ content, schoolName }: Gift): Receipt =>
  receipt.parse(Object.assign({ school_name: schoolName }, content));

const isIssued = ({ content }: Gift) => content !== null;
const isDated = (gift: Gift): gift is Gift & { day: string } =>
  gift.status === "completed" && gift.day !== null;

function ready(gift: Gift | undefined): Gift & { day: string } {
  if (!gift) throw new ServiceError("DONATION_NOT_FOUND");
  if (!isDated(gift)) throw new ServiceError("RECEIPT_NOT_READY");
  return gift;
}

/** The next numbers of these series, in order. */
async function numbersFor(tx: Transaction, series: Series[]): Promise<number[]> {
  const keyOf = ({ schoolId, year }: Series) => `${schoolId} ${year}`;
  const taken = await takeNumbers({ series }, tx);
  const next = new Map(taken.map((row) => [keyOf(row), row.next]));
  return series.map((one) => {
    const number = next.get(keyOf(one)) as number;
    next.set(keyOf(one), number + 1);
    return number;
  });
}

/**
 * Issues the receipts of these donations, as far as that is still to be done.
 * @returns all of them, in order
 * @throws ServiceError DONATION_NOT_FOUND, RECEIPT_NOT_READY
 */
export async function issue(tx: Transaction, wanted: Wanted[]): Promise<Receipt[]> {
  const donationIds = wanted.map(({ donationId }) => donationId);
  await lockDonations({ donationIds }, tx);
  // Read after the lock: its previous holder may have issued the receipt.
  const found = new Map((await findGifts({ wanted }, tx)).map((gift) => [gift.id, gift]));
  const gifts = donationIds.map((id) => found.get(id));
  const due = gifts.filter((gift) => !gift || !isIssued(gift)).map(ready);
  const yearOf = ({ day }: { day: string }) => Number(day.slice(0, 4));
  const series = due.map((gift) => ({ schoolId: gift.schoolId, year: yearOf(gift) }));
  const numbers = await numbersFor(tx, series);
  const receipts = due.map((gift, index) => {
    const { id: donationId, schoolId } = gift;
    const [year, number] = [yearOf(gift), numbers[index] as number];
    const content = contentOf(gift, year, number);
    return { donationId, schoolId, year, number, issuedAt: new Date(content.issued_at), content };
  });
  await insertReceipts({ receipts }, tx);
  const issued = new Map(receipts.map(({ content }) => [content.donation_id, content]));
  return (gifts as Gift[]).map((gift) => issued.get(gift.id) ?? asIssued(gift));
}

/**
 * The receipt of a donation of this cardholder, issued if needed, batched with concurrent ones.
 * @throws ServiceError DONATION_NOT_FOUND, RECEIPT_NOT_READY
 */
const issueReceipt = batch(
  (wanted: Wanted) => wanted.donationId,
  (wanted) => transaction((tx) => issue(tx, wanted)),
);

/** Receipts per transaction, so that others wait only for these. */
const ISSUED_AT_ONCE = 50;

/**
 * Receipts of one cardholder's donations, in portions and in this order, which the numbers follow. Does not
 * use `issueReceipt`, where other cardholders' would wait behind all of them.
 * @returns by the donation's id
 */
export async function issueInOrder(
  cardholderId: string,
  donationIds: string[],
): Promise<Map<string, Receipt>> {
  const receipts = new Map<string, Receipt>();
  for (let at = 0; at < donationIds.length; at += ISSUED_AT_ONCE) {
    const some = donationIds.slice(at, at + ISSUED_AT_ONCE);
    const wanted = some.map((donationId) => ({ cardholderId, donationId }));
    const issued = await transaction((tx) => issue(tx, wanted));
    for (const one of issued) receipts.set(one.donation_id, one);
  }
  return receipts;
}

/**
 * The same, for a receipt that is usually issued already.
 * @throws ServiceError DONATION_NOT_FOUND, RECEIPT_NOT_READY
 */
export async function issuedReceipt(cardholderId: string, donationId: string): Promise<Receipt> {
  const wanted = { cardholderId, donationId };
  const [gift] = await findGifts({ wanted: [wanted] });
  if (gift && isIssued(gift)) return asIssued(gift);
  ready(gift);
  return issueReceipt(wanted);
}

/** The same for a cardholder who asks for it. */
export const getReceipt = (scope: CardholderScope, donationId: string): Promise<Receipt> =>
  issuedReceipt(scope.cardholderId, donationId);
