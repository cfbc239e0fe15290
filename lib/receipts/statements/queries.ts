/** Reads year statements. The first read of a page issues its receipts. */
import type { CardholderScope } from "../../auth/scopes.ts";
import { dayAt } from "../../calendar.ts";
import { onlyRow } from "../../database/run.ts";
import { env } from "../../env.ts";
import { InvalidInput } from "../../errors.ts";
import { dollarsOrNull, sumOfCents, toDollars } from "../../money.ts";
import { DEDUCTIBILITY } from "../../schools/contract.ts";
import type { Receipt } from "../contract.ts";
import { issueInOrder } from "../issue.ts";
import { findDonor } from "../sql.ts";
import { DONATIONS_PER_PAGE, lineOf, type YearStatement } from "./contract.ts";
import { findYear, findYears, type StatementYear, type YearPage } from "./sql.ts";

const CLASSES = [...DEDUCTIBILITY, null];

/** Totals in a fixed order of tax classes. */
function totalsOf(sums: YearPage["sums"]): YearStatement["totals"] {
  return CLASSES.flatMap((deductibility) => {
    const sum = sums.find((one) => one.deductibility === deductibility);
    if (!sum) return [];
    return {
      deductibility,
      donation_count: sum.count,
      total_usd: toDollars(sum.cents),
      deductible_amount_usd: dollarsOrNull(sum.deductibleCents),
    };
  });
}

/** The years with completed donations, latest first, with the number of pages. */
export const listStatementYears = ({ cardholderId }: CardholderScope): Promise<StatementYear[]> =>
  findYears({ cardholderId });

/** A gift's line, by the receipt that was just issued for it or the one it had. */
function lineFor(entry: YearPage["entries"][number], issued: Receipt | undefined, year: number) {
  const stated = issued ?? entry.content ?? entry.unreceipted;
  const { correction, issued_at } = issued ?? entry.content ?? {};
  const changes = [
    ...entry.reversals.map(({ date }) => date),
    ...(correction && issued_at ? [dayAt(new Date(issued_at), entry.timeZone)] : []),
  ];
  return lineOf(stated, {
    dollar_amount: toDollars(entry.netCents),
    original_amount_usd: toDollars(entry.cents),
    reversals: entry.reversals.map(({ date, cents }) => ({
      date,
      dollar_amount: toDollars(cents),
    })),
    changed_after_year: changes.some((day) => Number(day.slice(0, 4)) > year),
  });
}

function requirePage(page: number, pages: number): void {
  if (page <= pages) return;
  const msg = `Input should be at most ${pages}`;
  throw new InvalidInput([{ loc: ["query", "page"], msg, type: "less_than_equal" }]);
}

/**
 * One page of this cardholder's donations in a year, in the foundations' time zones, with the totals for the
 * whole year. Issues receipts only for this page, which bounds the work of one request.
 * @throws InvalidInput if the year has fewer pages
 */
export async function getStatement(
  scope: CardholderScope,
  year: number,
  page = 1,
): Promise<YearStatement> {
  const { sums, entries } = await findYear(scope.cardholderId, year, page);
  const count = sums.reduce((sum, one) => sum + one.count, 0);
  const pages = Math.max(1, Math.ceil(count / DONATIONS_PER_PAGE));
  requirePage(page, pages);
  const due = entries.filter((one) => one.content === null && one.netCents > 0);
  const issued = await issueInOrder(
    scope.cardholderId,
    due.map(({ id }) => id),
  );
  const donor = onlyRow(await findDonor({ cardholderId: scope.cardholderId }));
  return {
    year,
    issued_at: new Date().toISOString(),
    donor_name: donor.name,
    donor_email: donor.email,
    donations: entries.map((entry) => lineFor(entry, issued.get(entry.id), year)),
    page,
    page_count: pages,
    donation_count: count,
    totals: totalsOf(sums),
    total_usd: toDollars(sumOfCents(sums.map(({ cents }) => cents))),
    total_deductible_usd: toDollars(sumOfCents(sums.flatMap((one) => one.deductibleCents ?? []))),
    specimen: env().environment === "sandbox",
  };
}
