/**
 * Issues each receipt once, when it's first needed, numbered without gaps per foundation and year. A receipt
 * never changes, even if the donor, foundation, or fund does. Where it has become wrong, a corrected one replaces it.
 */
import type { CardholderScope } from "../auth/scopes.ts";
import { batch } from "../batch.ts";
import { dayAt } from "../calendar.ts";
import { serialize } from "../database/serialize.ts";
import { type Transaction, transaction } from "../database/transaction.ts";
import { isConfirmationNumber } from "../donations/confirmation-number.ts";
import { sharingOf } from "../donations/sharing.ts";
import { env } from "../env.ts";
import { ServiceError } from "../errors.ts";
import { enqueue } from "../jobs/enqueue.ts";
import { asCents, formatDollarsAndCents, toDollars } from "../money.ts";
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
type SourceToIssue = CompletedSource & Pick<sql.ReceiptToIssue, "correction">;

/** When a tax return for a year is due. */
const taxDay = (year: number) => `${year + 1}-04-15`;

function correctionOf(
  { correction, ...gift }: SourceToIssue,
  year: number,
  issuedOn: string,
): Receipt["correction"] {
  if (!correction) return null;
  const needed_by = issuedOn <= taxDay(year) ? taxDay(year) : null;
  return { ...correction, original_amount_usd: toDollars(gift.amountCents), needed_by };
}

function contentOf(gift: SourceToIssue, year: number, number: number): Receipt {
  const sent = gift.confirmationNumber ?? "";
  const specimen = env().environment === "sandbox";
  const [issuedAt, amountCents] = [new Date(), gift.netCents];
  return serialize(receipt, gift, {
    receipt_number: receiptNumber(gift.schoolId, year, number),
    school_confirmation_id: isConfirmationNumber(sent) ? sent.trim() : null,
    issued_at: issuedAt.toISOString(),
    donation_id: gift.id,
    donation_date: gift.day,
    donor_name: gift.donorName.trim(),
    shared_with_school: sharingOf(gift.shareWithSchool),
    organization: {
      name: gift.foundation,
      ein: specimen ? SPECIMEN_EIN : gift.ein,
      address: specimen ? null : gift.mailingAddress,
    },
    dollar_amount: toDollars(amountCents),
    ...taxFieldsOf({ ...gift, amountCents, designation: gift.fundName ?? gift.fundDesignation }),
    ...wordingOf(gift),
    ...(amountCents === 0 && { thanks: null }),
    specimen,
    correction: correctionOf(gift, year, dayAt(issuedAt, gift.timeZone)),
    replaced_by: null,
  });
}

/** In the contract's field order, which jsonb doesn't preserve. */
const storedReceipt = ({ content }: sql.ReceiptSource): Receipt => receipt.parse(content);

const isIssued = ({ content }: sql.ReceiptSource) => content !== null;
const isCompleted = <Gift extends sql.ReceiptSource>(gift: Gift): gift is Gift & CompletedSource =>
  gift.status === "completed" && gift.day !== null;

/** A gift with nothing left gets no first receipt. */
function requireIssuable<Gift extends sql.ReceiptSource & Pick<sql.ReceiptToIssue, "correction">>(
  gift: Gift | undefined,
): Gift & CompletedSource {
  if (!gift) throw new ServiceError("DONATION_NOT_FOUND");
  if (!isCompleted(gift)) throw new ServiceError("RECEIPT_NOT_READY");
  if (gift.netCents === 0 && !gift.correction) throw new ServiceError("RECEIPT_NOT_READY");
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
  const asked = new Map(wanted.map((one) => [one.donationId, one]));
  const keys = wanted.map(({ donationId, cardholderId }) => ({ donationId, cardholderId }));
  const found = await sql.findReceiptSources({ wanted: keys }, tx);
  const sources = new Map(
    found.map((gift) => [gift.id, { ...gift, correction: asked.get(gift.id)?.correction }]),
  );
  const gifts = donationIds.map((id) => sources.get(id));
  const due = gifts.filter((gift) => !gift || !isIssued(gift)).map(requireIssuable);
  const yearOf = ({ day }: { day: string }) => Number(day.slice(0, 4));
  const series = due.map((gift) => ({ schoolId: gift.schoolId, year: yearOf(gift) }));
  const numbers = await numbersFor(tx, series);
  const receipts = due.map((gift, index) => {
    const { id: donationId, schoolId } = gift;
    const [year, number] = [yearOf(gift), numbers[index] as number];
    const content = contentOf(gift, year, number);
    const issuedAt = new Date(content.issued_at);
    const emailedAt = isSameEmail(gift.donorEmail, asked.get(donationId)?.emailTo)
      ? issuedAt
      : null;
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
  requireIssuable(gift);
  return issueReceipt(wanted);
}

/** All receipts of a cardholder's donation that were issued, the first one first: only the last one isn't replaced. */
export async function listReceipts(
  { cardholderId }: CardholderScope,
  donationId: string,
): Promise<Receipt[]> {
  const rows = await sql.findReceipts({ cardholderId, donationId });
  const receipts = rows.map(({ content }) => receipt.parse(content));
  const current = receipts.at(-1);
  return receipts.map((one) => ({
    ...one,
    replaced_by: one === current || !current ? null : current.receipt_number,
  }));
}

/**
 * @param number of an earlier receipt; by default, the current one
 * @throws ServiceError DONATION_NOT_FOUND, RECEIPT_NOT_READY
 */
export async function getReceipt(
  scope: CardholderScope,
  donationId: string,
  number?: string | undefined,
): Promise<Receipt> {
  if (number === undefined) return getOrIssueReceipt(scope.cardholderId, donationId);
  const receipts = await listReceipts(scope, donationId);
  const named = receipts.find((one) => one.receipt_number === number);
  if (!named) throw new ServiceError("DONATION_NOT_FOUND");
  return named;
}

/**
 * Replaces a gift's receipt, if it has one, and emails what replaces it. Call it in the transaction that changes what the
 * receipt states, once it has.
 * @param reason a sentence for the donor
 * @returns whether the gift had a receipt
 */
export async function correctReceipt(
  tx: Transaction,
  donationId: string,
  reason: string,
): Promise<boolean> {
  await sql.lockDonations({ donationIds: [donationId] }, tx);
  const [replaced] = await sql.markReplaced({ donationId }, tx);
  if (!replaced) return false;
  const { cardholderId, bankId, replaces } = replaced;
  await issueLocked(tx, [{ donationId, cardholderId, correction: { replaces, reason } }]);
  enqueue(tx, {
    name: "receipt/email.requested",
    data: { donation_id: donationId, bank_id: bankId },
  });
  return true;
}

type Reversal = { kind: string; amountCents: number; isWhole: boolean };

/** Why a receipt is corrected once some of its gift was reversed, or moved. */
export function reversalReason({ kind, amountCents, isWhole }: Reversal): string {
  const done = kind === "redirect" ? "moved to another school or fund" : "reversed";
  if (isWhole) return `This gift was ${done} in full.`;
  return `${formatDollarsAndCents(asCents(amountCents))} of this gift was ${done}.`;
}
