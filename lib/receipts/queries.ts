/** Reading receipts and year statements. Reading issues what has not been issued yet. */
import type { CardholderScope } from "../auth/scopes.ts";
import { env } from "../env.ts";
import { toCents, toDollars } from "../money.ts";
import { type Receipt, receipt } from "./contract.ts";
import { issuedReceipt } from "./issue.ts";
import type { YearStatement } from "./statement-contract.ts";
import { donationsOfYear, findDonor, yearsOfDonations } from "./statements.ts";

/**
 * The receipt of one of this cardholder's donations.
 * @throws ServiceError DONATION_NOT_FOUND, RECEIPT_NOT_READY
 */
export async function getReceipt(scope: CardholderScope, donationId: string): Promise<Receipt> {
  return (await issuedReceipt(scope.cardholderId, donationId)).receipt;
}

async function receiptsOfYear(scope: CardholderScope, year: number): Promise<Receipt[]> {
  const receipts: Receipt[] = [];
  // One after another: so the numbers follow the days.
  for (const { id, content } of await donationsOfYear(scope.cardholderId, year)) {
    receipts.push(content ? receipt.parse(content) : await getReceipt(scope, id));
  }
  return receipts;
}

const sum = (amounts: (number | null)[]) =>
  toDollars(amounts.reduce<number>((cents, usd) => cents + toCents(usd ?? 0), 0));

const CLASSES = ["full", "quid_pro_quo", "none", null] as const;

/** Sums of each class that occurs. Where none is known nothing is said of deducting either. */
function totalsOf(receipts: Receipt[]): YearStatement["totals"] {
  return CLASSES.flatMap((deductibility) => {
    const those = receipts.filter((one) => one.deductibility === deductibility);
    if (those.length === 0) return [];
    const deductible = sum(those.map((one) => one.deductible_amount_usd));
    return {
      deductibility,
      donation_count: those.length,
      total_usd: sum(those.map((one) => one.dollar_amount)),
      deductible_amount_usd: deductibility === null ? null : deductible,
    };
  });
}

/** The years for which a statement holds anything, the latest first. */
export function listStatementYears(scope: CardholderScope): Promise<number[]> {
  return yearsOfDonations(scope.cardholderId);
}

/** All that this cardholder has given in a year, as the foundations' time zones reckon it. */
export async function getStatement(scope: CardholderScope, year: number): Promise<YearStatement> {
  const receipts = await receiptsOfYear(scope, year);
  const donor = await findDonor(scope.cardholderId);
  return {
    year,
    issued_at: new Date().toISOString(),
    donor_name: donor.name,
    donor_email: donor.email,
    donations: receipts.map((one) => ({
      receipt_number: one.receipt_number,
      donation_id: one.donation_id,
      donation_date: one.donation_date,
      organization_name: one.organization.name,
      school_id: one.school_id,
      fund_designation: one.fund_designation,
      dollar_amount: one.dollar_amount,
      deductible_amount_usd: one.deductible_amount_usd,
      deductibility: one.deductibility,
    })),
    totals: totalsOf(receipts),
    total_usd: sum(receipts.map((one) => one.dollar_amount)),
    total_deductible_usd: sum(receipts.map((one) => one.deductible_amount_usd)),
    specimen: env().environment === "sandbox",
  };
}
