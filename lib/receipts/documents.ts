/** Receipts, previews of a foundation's receipts, and year statements as PDF files. */
import { NIL } from "uuid";
import type { CardholderScope, SchoolScope } from "../auth/scopes.ts";
import { dayAt } from "../calendar.ts";
import { asCents, toDollars } from "../money.ts";
import { findSchoolBranding } from "../schools/branding.ts";
import { type FundRow, readFunds } from "../schools/funds/queries.ts";
import { readReceiptDetails } from "../schools/participation/receipts.ts";
import { RECEIPT_EXAMPLE, type Receipt } from "./contract.ts";
import { taxFieldsOf } from "./deductibility.ts";
import { drawingTurn, withCardholderLimit } from "./drawing/queue.ts";
import { draw } from "./drawing/threads.ts";
import { getReceipt, wordingOf } from "./issue.ts";
import { getStatement } from "./statements/queries.ts";

export type Document = { body: Uint8Array<ArrayBuffer>; fileName: string };

/**
 * The PDF of a receipt. Call it within `drawingQueue`.
 * @throws ServiceError SERVICE_UNAVAILABLE
 */
export async function drawReceipt(receipt: Receipt): Promise<Document> {
  const look = await findSchoolBranding(receipt.school_id);
  const body = await draw({ kind: "receipt", content: { ...receipt, look } });
  return { body, fileName: `receipt-${receipt.receipt_number}.pdf` };
}

/**
 * The receipt of one of this cardholder's donations.
 * @param number of an earlier one
 * @throws ServiceError DONATION_NOT_FOUND, RECEIPT_NOT_READY, RATE_LIMITED, SERVICE_UNAVAILABLE
 */
export function receiptDocument(
  scope: CardholderScope,
  donationId: string,
  number?: string | undefined,
): Promise<Document> {
  const { cardholderId } = scope;
  return withCardholderLimit(cardholderId, drawingTurn.receipt(cardholderId), async () =>
    drawReceipt(await getReceipt(scope, donationId, number)),
  );
}

/**
 * One page of this cardholder's year statement.
 * @param timeZone the reader's, if it's known
 * @throws InvalidInput if the year has fewer pages
 * @throws ServiceError RATE_LIMITED, SERVICE_UNAVAILABLE
 */
export function statementDocument(
  scope: CardholderScope,
  year: number,
  page: number,
  timeZone?: string,
): Promise<Document> {
  const { cardholderId } = scope;
  return withCardholderLimit(cardholderId, drawingTurn.statement(cardholderId), async () => {
    const content = { ...(await getStatement(scope, year, page)), ...(timeZone && { timeZone }) };
    const part = content.page_count > 1 ? `-part-${page}` : "";
    const fileName = `statement-${year}${part}.pdf`;
    return { body: await draw({ kind: "statement", content }), fileName };
  });
}

/** Of a preview's gift. */
const AMOUNT = asCents(10_000);

/** A receipt of nobody's gift to this fund, with the foundation's details. */
async function specimenFor(scope: SchoolScope, fund: FundRow | undefined): Promise<Receipt> {
  const { details, foundationName, schoolName, timeZone } = await readReceiptDetails(scope);
  const name = details.legalName ?? foundationName;
  const now = new Date().toISOString();
  const fundName = fund?.name ?? "General";
  return {
    ...RECEIPT_EXAMPLE,
    receipt_number: `${scope.schoolId.toUpperCase()}-SAMPLE`,
    school_confirmation_id: null,
    issued_at: now,
    donation_id: NIL,
    donation_date: dayAt(new Date(now), timeZone),
    time_zone: timeZone,
    organization: { name, ein: details.ein, address: details.mailingAddress },
    school_id: scope.schoolId,
    school_name: schoolName,
    fund_designation: fundName,
    fund_name: fundName,
    dollar_amount: toDollars(AMOUNT),
    points_redeemed: toDollars(AMOUNT) * RECEIPT_EXAMPLE.points_per_dollar,
    ...taxFieldsOf({
      amountCents: AMOUNT,
      deductibility: (fund?.deductibility ?? null) as Receipt["deductibility"],
      goodFaithValueCents: fund?.goodFaithValueCents ?? null,
      foundation: name,
      designation: fundName,
    }),
    ...wordingOf(details),
  };
}

/**
 * The PDF of what a foundation's next receipt would say: a specimen for a gift to this fund, or to the first one.
 * @throws ServiceError RATE_LIMITED, SERVICE_UNAVAILABLE
 */
export function previewReceipt(scope: SchoolScope, fundId: string | undefined): Promise<Document> {
  return withCardholderLimit(scope.tenant, drawingTurn.preview(scope.tenant), async () => {
    const funds = await readFunds(scope.schoolId);
    const fund = funds.find((one) => one.fundId === fundId) ?? funds[0];
    return drawReceipt(await specimenFor(scope, fund));
  });
}
