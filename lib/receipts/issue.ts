/**
 * Issuing receipts: once, at the first need, numbered without gaps per foundation and year. What is
 * said then is kept as it was said, whatever donor, foundation or fund become.
 */
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
    school_name: gift.schoolName,
    fund_designation: designation,
    dollar_amount: toDollars(gift.amountCents),
    points_redeemed: gift.pointsRedeemed,
    points_per_dollar: gift.pointsPerDollar,
    ...taxFieldsOf({ ...gift, designation }),
    specimen,
  };
}

/** In the contract's order of fields, which jsonb does not keep. The first receipts did not name the school. */
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

/** The next numbers of these series, in their order. */
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

async function issue(tx: Transaction, wanted: Wanted[]): Promise<Receipt[]> {
  const donationIds = wanted.map(({ donationId }) => donationId);
  await lockDonations({ donationIds }, tx);
  // Read only now: whoever held the lock before may have issued it.
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
 * The receipt of a donation of this cardholder, issued if it was not yet, with others of the moment.
 * @throws ServiceError DONATION_NOT_FOUND, RECEIPT_NOT_READY
 */
export const issueReceipt = batch(
  (wanted: Wanted) => wanted.donationId,
  (wanted) => transaction((tx) => issue(tx, wanted)),
);

/** So many receipts are issued in one transaction: others wait for no longer than for these. */
const ISSUED_AT_ONCE = 50;

/**
 * The receipts of donations of one cardholder, some at a time and in this order, which the numbers follow.
 * Not by way of `issueReceipt`: nobody else's is to wait behind all of them.
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
 * The same where it was in general issued before.
 * @throws ServiceError DONATION_NOT_FOUND, RECEIPT_NOT_READY
 */
export async function issuedReceipt(cardholderId: string, donationId: string): Promise<Receipt> {
  const wanted = { cardholderId, donationId };
  const [gift] = await findGifts({ wanted: [wanted] });
  if (gift && isIssued(gift)) return asIssued(gift);
  ready(gift);
  return issueReceipt(wanted);
}
