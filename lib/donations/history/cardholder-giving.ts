/** A cardholder's giving, by month and school. */
import type { CardholderScope } from "../../auth/scopes.ts";
import { monthsUpTo, startOfMonth } from "../../calendar.ts";
import { asCents, type Cents, sumOfCents, toDollars } from "../../money.ts";
import { sumByMonth, sumGiving } from "./sql.ts";

const MONTHS = 12;

/** A school's monthly sums. */
export type SchoolGiving = {
  schoolId: string;
  schoolName: string;
  totalUsd: number;
  /** The sum of completed donations in each month. */
  monthsUsd: number[];
  /** The sum of pending ones. */
  pendingUsd: number[];
};

export type YearOfGiving = {
  /** `2026-11` and so on, earliest first. */
  months: string[];
  /** Largest sum first. */
  schools: SchoolGiving[];
};

type Row = Awaited<ReturnType<typeof sumByMonth>>[number];

/** Groups rows by school. Months are counted from one. */
function groupBySchool(rows: Row[]): SchoolGiving[] {
  const schools = new Map<string, { schoolName: string; completed: Cents[]; pending: Cents[] }>();
  const zeros = (): Cents[] => Array(MONTHS).fill(asCents(0));
  for (const { month, schoolId, schoolName, completed, pending } of rows) {
    const school = schools.get(schoolId) ?? { schoolName, completed: zeros(), pending: zeros() };
    school.completed[month - 1] = completed;
    school.pending[month - 1] = pending;
    schools.set(schoolId, school);
  }
  return [...schools].map(([schoolId, { schoolName, completed, pending }]) => ({
    schoolId,
    schoolName,
    totalUsd: toDollars(sumOfCents(completed)),
    monthsUsd: completed.map(toDollars),
    pendingUsd: pending.map(toDollars),
  }));
}

/** The UTC day that an instant splits; none if the day starts at it. */
function splitDayOf(at: string): string[] {
  const [day = "", time] = at.split("T");
  return time === "00:00:00.000Z" ? [] : [day];
}

/** The sums of each period by school. @param starts when each starts, earliest first; the last has no end */
const sumByPeriod = ({ cardholderId }: CardholderScope, starts: Date[]) =>
  sumByMonth({
    cardholderId,
    months: starts,
    splitDays: starts.map((at) => at.toISOString()).flatMap(splitDayOf),
  });

/**
 * The completed and pending donations of this month and the eleven before it, by the month they were made in.
 * @param timeZone the reader's
 */
export async function listYearOfGiving(
  scope: CardholderScope,
  timeZone: string,
  now = new Date(),
): Promise<YearOfGiving> {
  const months = monthsUpTo(now, MONTHS, timeZone);
  const rows = await sumByPeriod(
    scope,
    months.map(({ startsAt }) => startsAt),
  );
  const byTotal = (one: SchoolGiving, other: SchoolGiving) =>
    other.totalUsd - one.totalUsd || one.schoolName.localeCompare(other.schoolName);
  return { months: months.map(({ key }) => key), schools: groupBySchool(rows).sort(byTotal) };
}

export type YearSums = Pick<GivingSums, "givenUsd" | "pendingUsd">;

/**
 * The sums of each year by the time at which gifts were made.
 * @param years all since the first gift, in any order
 * @param timeZone the reader's
 */
export async function sumYears(
  scope: CardholderScope,
  years: number[],
  timeZone: string,
): Promise<Map<number, YearSums>> {
  if (years.length === 0) return new Map();
  const sorted = years.toSorted((one, other) => one - other);
  const rows = await sumByPeriod(
    scope,
    sorted.map((year) => startOfMonth(year, 0, timeZone)),
  );
  return new Map(
    sorted.map((year, n) => {
      const sums = rows.filter(({ month }) => month === n + 1);
      const sumOf = (kind: "completed" | "pending") =>
        toDollars(sumOfCents(sums.map((row) => row[kind])));
      return [year, { givenUsd: sumOf("completed"), pendingUsd: sumOf("pending") }];
    }),
  );
}

export type GivingSums = {
  /** The sum and number of completed donations, and the number of their schools. */
  givenUsd: number;
  donations: number;
  schools: number;
  /** The sum and number of pending donations. */
  pendingUsd: number;
  pending: number;
};

/** Sums this cardholder's donations across all accounts. @param schoolId only to this school */
export async function sumGivingOf(
  { cardholderId }: CardholderScope,
  schoolId?: string,
): Promise<GivingSums> {
  const [sums] = await sumGiving({ cardholderId, schoolId: schoolId ?? null });
  const { completed, pending, ...counts } = sums as NonNullable<typeof sums>;
  const { donations, schools, pendingDonations } = counts;
  return {
    givenUsd: toDollars(completed),
    donations,
    schools,
    pendingUsd: toDollars(pending),
    pending: pendingDonations,
  };
}
