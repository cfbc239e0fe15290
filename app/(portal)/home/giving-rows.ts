/** The chart's rows: the top schools, plus one row for all others. */
import type { SchoolGiving, YearOfGiving } from "#lib/donations/history/cardholder-giving.ts";
import { sumOfCents, toCents, toDollars } from "#lib/money.ts";

const MOST_ROWS = 5;

export type GivingRow = {
  /** Null for the combined row. */
  schoolId: string | null;
  name: string;
  totalUsd: number;
  monthsUsd: number[];
};

/** In cents, since float sums are inexact. */
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

/** A row for each top school, and one for all others. */
export function rowsOf({ schools }: YearOfGiving): GivingRow[] {
  // A combined row for a single school would say less than the school's own row.
  const shown = schools.length === MOST_ROWS + 1 ? schools.length : MOST_ROWS;
  const rows = schools
    .slice(0, shown)
    .map(({ schoolName: name, ...school }) => ({ ...school, name }));
  const others = schools.slice(shown);
  return others.length > 0 ? [...rows, rowOfOthers(others)] : rows;
}

/** The tallest bar, which sets the scale. */
export function tallestOf(rows: GivingRow[], months: string[]) {
  let tallest = { usd: 0, name: "", month: "" };
  for (const { name, monthsUsd } of rows) {
    for (const [n, usd] of monthsUsd.entries()) {
      if (usd > tallest.usd) tallest = { usd, name, month: months[n] ?? "" };
    }
  }
  return tallest;
}
