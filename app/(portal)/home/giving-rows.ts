/** The year of giving as the chart draws it: few rows, one scale. */
import type { SchoolGiving, YearOfGiving } from "#lib/donations/history/cardholder-giving.ts";
import { sumOfCents, toCents, toDollars } from "#lib/money.ts";

const MOST_ROWS = 5;

export type GivingRow = {
  /** Null for the other schools together. */
  schoolId: string | null;
  name: string;
  totalUsd: number;
  monthsUsd: number[];
};

/** In cents, since the sums of floats are not exact. */
const add = (one: number, other: number) => toDollars(sumOfCents([toCents(one), toCents(other)]));

function rowOfOthers(schools: SchoolGiving[]): GivingRow {
  return {
    schoolId: null,
    name: `${schools.length} other schools`,
    totalUsd: schools.reduce((sum, { totalUsd }) => add(sum, totalUsd), 0),
    monthsUsd: schools
      .map(({ monthsUsd }) => monthsUsd)
      .reduce((sums, months) => sums.map((sum, n) => add(sum, months[n] ?? 0))),
  };
}

/** A row for each of the schools that were given most to, and one for all others. */
export function rowsOf({ schools }: YearOfGiving): GivingRow[] {
  // A row for the others says no more than one for the only other school.
  const shown = schools.length === MOST_ROWS + 1 ? schools.length : MOST_ROWS;
  const rows = schools
    .slice(0, shown)
    .map(({ schoolName: name, ...school }) => ({ ...school, name }));
  const others = schools.slice(shown);
  return others.length > 0 ? [...rows, rowOfOthers(others)] : rows;
}

/** The bar that reaches to the top. */
export function tallestOf(rows: GivingRow[], months: string[]) {
  let tallest = { usd: 0, name: "", month: "" };
  for (const { name, monthsUsd } of rows) {
    for (const [n, usd] of monthsUsd.entries()) {
      if (usd > tallest.usd) tallest = { usd, name, month: months[n] ?? "" };
    }
  }
  return tallest;
}
