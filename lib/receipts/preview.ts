/** What a foundation's next receipt would say, as a specimen. */
import { NIL } from "uuid";
import type { SchoolScope } from "../auth/scopes.ts";
import { dayAt } from "../calendar.ts";
import { asCents, toDollars } from "../money.ts";
import { type FundRow, readFunds } from "../schools/funds/queries.ts";
import { readReceiptDetails } from "../schools/participation/receipts.ts";
import { RECEIPT_EXAMPLE, type Receipt } from "./contract.ts";
import { taxFieldsOf } from "./deductibility.ts";
import { type Document, drawReceipt } from "./documents.ts";
import { drawingTurn, withCardholderLimit } from "./drawing/queue.ts";
import { wordingOf } from "./issue.ts";

const AMOUNT = asCents(10_000);

/** A receipt of nobody's gift to this fund, with the foundation's details. */
async function specimenFor(scope: SchoolScope, fund: FundRow | undefined): Promise<Receipt> {
  const { details, foundationName, schoolName, timeZone } = await readReceiptDetails(scope);
  const name = details.legalName ?? foundationName;
  const now = new Date().toISOString();
  const fundName = fund?.name ?? "General";
  return {
    ...RECEIPT_EXAMPLE,
    receipt_number: `${scope.schoolId.toUpperCase()}-SPECIMEN`,
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
 * The PDF of a specimen for a gift to this fund, or to the first one.
 * @throws ServiceError RATE_LIMITED, SERVICE_UNAVAILABLE
 */
export function previewReceipt(scope: SchoolScope, fundId: string | undefined): Promise<Document> {
  return withCardholderLimit(scope.tenant, drawingTurn.preview(scope.tenant), async () => {
    const funds = await readFunds(scope.schoolId);
    const fund = funds.find((one) => one.fundId === fundId) ?? funds[0];
    return drawReceipt(await specimenFor(scope, fund));
  });
}
