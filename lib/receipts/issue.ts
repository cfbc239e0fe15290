/**
 * Issues each receipt once, when it's first needed, numbered without gaps per foundation and year. A receipt
 * never changes, even if the donor, foundation, or fund does.
 */
import type { CardholderScope } from "../auth/scopes.ts";
import { batch } from "../batch.ts";
import { serialize } from "../database/serialize.ts";
import { type Transaction, transaction } from "../database/transaction.ts";
import { isConfirmationNumber } from "../donations/confirmation-number.ts";
import { sharingOf } from "../donations/sharing.ts";
import { env } from "../env.ts";
import { ServiceError } from "../errors.ts";
import { toDollars } from "../money.ts";
import { isSameEmail } from "../text.ts";
import { type Receipt, receipt } from "./contract.ts";
import { taxFieldsOf } from "./deductibility.ts";
import * as sql from "./sql.ts";

/** An unassigned EIN for sandbox receipts. Real foundations never get a made-up one. */
const SPECIMEN_EIN = "00-0000000";

/** For example `OHIO-STATE-2026-000123`. */
const receiptNumber = (schoolId: string, year: number, number: number) =>
  `${schoolId.toUpperCase()}-${year}-${String(number).padStart(6, "0")}`;

type Wording = Pick<sql.ReceiptSource, "signatoryName" | "signatoryTitle" | "receiptThanks">;

/** What the foundation adds to its receipts. */
export const wordingOf = ({
  signatoryName: name,
  signatoryTitle: title,
  receiptThanks,
}: Wording) => ({
  thanks: receiptThanks,
  signatory: name === null ? null : { name, title },
});

type CompletedSource = sql.ReceiptSource & { day: string };

function contentOf(gift: CompletedSource, year: number, number: number): Receipt {
  const sent = gift.confirmationNumber ?? "";
  const specimen = env().environment === "sandbox";
  return serialize(receipt, gift, {
    receipt_number: receiptNumber(gift.schoolId, year, number),
    school_confirmation_id: isConfirmationNumber(sent) ? sent.trim() : null,
    issued_at: new Date().toISOString(),
    donation_id: gift.id,
    donation_date: gift.day,
    donor_name: gift.donorName.trim(),
    shared_with_school: sharingOf(gift.shareWithSchool),
    organization: {
      name: gift.foundation,
      ein: specimen ? SPECIMEN_EIN : gift.ein,
      address: specimen ? null : gift.mailingAddress,
    },
    dollar_amount: toDollars(gift.amountCents),
    ...taxFieldsOf({ ...gift, designation: gift.fundName ?? gift.fundDesignation }),
    ...wordingOf(gift),
    specimen,
  });
}

/** In the contract's field order, which jsonb doesn't preserve. */
const storedReceipt = ({ content }: sql.ReceiptSource): Receipt => receipt.parse(content);

const isIssued = ({ content }: sql.ReceiptSource) => content !== null;
const isCompleted = (gift: sql.ReceiptSource): gift is CompletedSource =>
  gift.status === "completed" && gift.day !== null;

function requireCompleted(gift: sql.ReceiptSource | undefined): CompletedSource {
  if (!gift) throw new ServiceError("DONATION_NOT_FOUND");
  if (!isCompleted(gift)) throw new ServiceError("RECEIPT_NOT_READY");
  return gift;
}

/** Reserves a number for each item, in order. */
async function numbersFor(tx: Transaction, series: sql.Series[]): Promise<number[]> {
  const keyOf = ({ schoolId, year }: sql.Series) => `${schoolId} ${year}`;
  const reserved = await sql.reserveNumbers({ series }, tx);
  const next = new Map(reserved.map((row) => [keyOf(row), row.next]));
  return series.map((one) => {
    const number = next.get(keyOf(one)) as number;
    next.set(keyOf(one), number + 1);
    return number;
  });
}

/**
 * Issues the receipts that these donations don't have yet.
 * @returns the receipts of all of them, in order
 * @throws ServiceError DONATION_NOT_FOUND, RECEIPT_NOT_READY
 */
async function issue(tx: Transaction, wanted: sql.ReceiptKey[]): Promise<Receipt[]> {
  await sql.lockDonations({ donationIds: wanted.map(({ donationId }) => donationId) }, tx);
  // Read after the lock: its previous holder may have issued the receipt.
  return issueLocked(tx, wanted);
}

/** Issues receipts as `issue` does, of donations that the transaction has locked. */
export async function issueLocked(
  tx: Transaction,
  wanted: sql.ReceiptToIssue[],
): Promise<Receipt[]> {
  const donationIds = wanted.map(({ donationId }) => donationId);
  const emailed = new Map(wanted.map(({ donationId, emailTo }) => [donationId, emailTo]));
  const sources = new Map(
    (await sql.findReceiptSources({ wanted }, tx)).map((gift) => [gift.id, gift]),
  );
  const gifts = donationIds.map((id) => sources.get(id));
  const due = gifts.filter((gift) => !gift || !isIssued(gift)).map(requireCompleted);
  const yearOf = ({ day }: { day: string }) => Number(day.slice(0, 4));
  const series = due.map((gift) => ({ schoolId: gift.schoolId, year: yearOf(gift) }));
  const numbers = await numbersFor(tx, series);
  const receipts = due.map((gift, index) => {
    const { id: donationId, schoolId } = gift;
    const [year, number] = [yearOf(gift), numbers[index] as number];
    const content = contentOf(gift, year, number);
    const issuedAt = new Date(content.issued_at);
    const emailedAt = isSameEmail(gift.donorEmail, emailed.get(donationId)) ? issuedAt : null;
    return { donationId, schoolId, year, number, issuedAt, emailedAt, content };
  });
  await sql.insertReceipts({ receipts }, tx);
  const issued = new Map(receipts.map(({ content }) => [content.donation_id, content]));
  return (gifts as sql.ReceiptSource[]).map((gift) => issued.get(gift.id) ?? storedReceipt(gift));
}

/**
 * Issues the receipt of a cardholder's donation if needed, batched with concurrent requests.
 * @throws ServiceError DONATION_NOT_FOUND, RECEIPT_NOT_READY
 */
const issueReceipt = batch(
  ({ donationId }: sql.ReceiptKey) => donationId,
  (wanted) => transaction((tx) => issue(tx, wanted)),
);

/** Bounds how long concurrent transactions wait for the counters. */
const RECEIPTS_PER_BATCH = 50;

/**
 * Issues receipts of one cardholder's donations in batches, numbered in this order. Doesn't use
 * `issueReceipt`, where other cardholders would wait for all of them.
 * @returns receipts by donation ID
 */
export async function issueInOrder(
  cardholderId: string,
  donationIds: string[],
): Promise<Map<string, Receipt>> {
  const receipts = new Map<string, Receipt>();
  for (let start = 0; start < donationIds.length; start += RECEIPTS_PER_BATCH) {
    const chunk = donationIds.slice(start, start + RECEIPTS_PER_BATCH);
    const wanted = chunk.map((donationId) => ({ cardholderId, donationId }));
    const issued = await transaction((tx) => issue(tx, wanted));
    for (const one of issued) receipts.set(one.donation_id, one);
  }
  return receipts;
}

/**
 * A donation's receipt, issued if needed. Usually it has been, so no lock is taken.
 * @throws ServiceError DONATION_NOT_FOUND, RECEIPT_NOT_READY
 */
export async function getOrIssueReceipt(
  cardholderId: string,
  donationId: string,
): Promise<Receipt> {
  const wanted = { cardholderId, donationId };
  const [gift] = await sql.findReceiptSources({ wanted: [wanted] });
  if (gift && isIssued(gift)) return storedReceipt(gift);
  requireCompleted(gift);
  return issueReceipt(wanted);
}

export const getReceipt = (scope: CardholderScope, donationId: string): Promise<Receipt> =>
  getOrIssueReceipt(scope.cardholderId, donationId);
