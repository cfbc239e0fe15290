/** The chart's columns: a month's gifts by top school, with all other schools combined. */
import type { SchoolGiving, YearOfGiving } from "#lib/donations/history/queries.ts";
import { asCents, type Cents, sumOfCents } from "#lib/money.ts";

const MAX_SCHOOLS = 5;
/** The fewest months to show, and the most that leave room for monograms on a phone. */
const MIN_MONTHS = 6;

export type GivingPart = {
  /** Null for all other schools. */
  schoolId: string | null;
  cents: Cents;
  isPending: boolean;
};

export type GivingColumn = {
  month: string;
  /** Confirmed. */
  givenCents: Cents;
  pendingCents: Cents;
  parts: GivingPart[];
};

const sumOf = (parts: GivingPart[], pending: boolean) =>
  sumOfCents(parts.filter(({ isPending }) => isPending === pending).map(({ cents }) => cents));

/** The parts of a month, confirmed ones first. */
function partsOf(n: number, shown: SchoolGiving[], others: SchoolGiving[]): GivingPart[] {
  return (["monthsCents", "pendingCents"] as const)
    .flatMap((kind) => {
      const isPending = kind === "pendingCents";
      const centsOf = (school: SchoolGiving) => school[kind][n] ?? asCents(0);
      return [
        ...shown.map((school) => ({
          schoolId: school.schoolId,
          cents: centsOf(school),
          isPending,
        })),
        { schoolId: null, cents: sumOfCents(others.map(centsOf)), isPending },
      ];
    })
    .filter(({ cents }) => cents > 0);
}

/** The months since the first gift, but at least half a year. */
export function columnsOf({ months, schools }: YearOfGiving): GivingColumn[] {
  // A single remaining school gets its own part instead of "others".
  const count = schools.length === MAX_SCHOOLS + 1 ? schools.length : MAX_SCHOOLS;
  const [shown, others] = [schools.slice(0, count), schools.slice(count)];
  const columns = months.map((month, n) => {
    const parts = partsOf(n, shown, others);
    return { month, givenCents: sumOf(parts, false), pendingCents: sumOf(parts, true), parts };
  });
  const first = columns.findIndex(hasGifts);
  return columns.slice(Math.max(0, Math.min(first, columns.length - MIN_MONTHS)));
}

const hasGifts = ({ parts }: GivingColumn) => parts.length > 0;

/** A single month has nothing to compare with. */
const isWorthShowing = (columns: GivingColumn[]) => columns.filter(hasGifts).length > 1;

export const isWorthAChart = (year: YearOfGiving): boolean => isWorthShowing(columnsOf(year));

/** How many leading columns a phone hides, so that the others have room for monograms. */
export const countForWideOnly = (columns: GivingColumn[]): number =>
  isWorthShowing(columns.slice(-MIN_MONTHS)) ? columns.length - MIN_MONTHS : 0;
