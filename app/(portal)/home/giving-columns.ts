/** The chart's columns: a month's gifts by school, the top schools each and all others together. */
import type { SchoolGiving, YearOfGiving } from "#lib/donations/history/cardholder-giving.ts";
import { sumOfCents, toCents, toDollars } from "#lib/money.ts";

const MOST_SCHOOLS = 5;
/** At least so many, and as many as have room for letters on a phone. */
const HALF_YEAR = 6;

export type GivingPart = {
  /** Null for all other schools. */
  schoolId: string | null;
  usd: number;
  isPending: boolean;
};

export type GivingColumn = { month: string; totalUsd: number; parts: GivingPart[] };

/** In cents, since float sums are inexact. */
const sum = (amounts: number[]) => toDollars(sumOfCents(amounts.map(toCents)));

/** The parts of a month, the confirmed ones first. */
function partsOf(n: number, shown: SchoolGiving[], others: SchoolGiving[]): GivingPart[] {
  return (["monthsUsd", "pendingUsd"] as const)
    .flatMap((kind) => {
      const isPending = kind === "pendingUsd";
      const usdOf = (school: SchoolGiving) => school[kind][n] ?? 0;
      return [
        ...shown.map((school) => ({ schoolId: school.schoolId, usd: usdOf(school), isPending })),
        { schoolId: null, usd: sum(others.map(usdOf)), isPending },
      ];
    })
    .filter(({ usd }) => usd > 0);
}

/** The months since the first one with a gift, but at least half a year. */
export function columnsOf({ months, schools }: YearOfGiving): GivingColumn[] {
  // A part for all others would say less than the only other school itself.
  const most = schools.length === MOST_SCHOOLS + 1 ? schools.length : MOST_SCHOOLS;
  const [shown, others] = [schools.slice(0, most), schools.slice(most)];
  const columns = months.map((month, n) => {
    const parts = partsOf(n, shown, others);
    return { month, totalUsd: sum(parts.map(({ usd }) => usd)), parts };
  });
  const first = columns.findIndex(hasGifts);
  return columns.slice(Math.max(0, Math.min(first, columns.length - HALF_YEAR)));
}

const hasGifts = ({ parts }: GivingColumn) => parts.length > 0;

/** One month alone compares with nothing. */
const isWorthShowing = (columns: GivingColumn[]) => columns.filter(hasGifts).length > 1;

export const isWorthAChart = (year: YearOfGiving): boolean => isWorthShowing(columnsOf(year));

/** How many of the first columns a phone leaves out, so that the others have room for letters. */
export const countForWideOnly = (columns: GivingColumn[]): number =>
  isWorthShowing(columns.slice(-HALF_YEAR)) ? columns.length - HALF_YEAR : 0;
