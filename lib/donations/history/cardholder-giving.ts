/** A cardholder's giving, by month and school. */
import type { CardholderScope } from "../../auth/scopes.ts";
import { monthsUpTo, startOfMonth } from "../../calendar.ts";
import { asCents, type Cents, sumOfCents } from "../../money.ts";
import { sumByPeriod, sumGiving } from "./sql.ts";

const MONTHS = 12;

/** A school's monthly sums. */
export type SchoolGiving = {
  schoolId: string;
  schoolName: string;
  totalCents: Cents;
  /** The sum of completed donations in each month. */
  monthsCents: Cents[];
  /** The sum of pending ones. */
  pendingCents: Cents[];
};

export type YearOfGiving = {
  /** `2026-11` and so on, earliest first. */
  months: string[];
  /** Largest sum first. */
  schools: SchoolGiving[];
};

type Row = Awaited<ReturnType<typeof sumByPeriod>>[number];

/** Groups rows by school. Months are counted from one. */
function groupBySchool(rows: Row[]): SchoolGiving[] {
  const schools = new Map<string, SchoolGiving>();
  const none = asCents(0);
  const zeros = (): Cents[] => Array(MONTHS).fill(none);
  for (const { period, schoolId, schoolName, givenCents, pendingCents } of rows) {
    const school = schools.get(schoolId) ?? {
      schoolId,
      schoolName,
      totalCents: none,
      monthsCents: zeros(),
      pendingCents: zeros(),
    };
    school.monthsCents[period - 1] = givenCents;
    school.pendingCents[period - 1] = pendingCents;
    school.totalCents = sumOfCents([school.totalCents, givenCents]);
    schools.set(schoolId, school);
  }
  return [...schools.values()];
}

/**
 * The completed and pending donations of this month and the eleven before it, by the month they were made in.
 * @param timeZone the reader's
 */
export async function listYearOfGiving(
  { cardholderId }: CardholderScope,
  timeZone: string,
  now = new Date(),
): Promise<YearOfGiving> {
  const months = monthsUpTo(now, MONTHS, timeZone);
  const rows = await sumByPeriod({ cardholderId, starts: months.map(({ startsAt }) => startsAt) });
  const byTotal = (one: SchoolGiving, other: SchoolGiving) =>
    other.totalCents - one.totalCents || one.schoolName.localeCompare(other.schoolName);
  return { months: months.map(({ key }) => key), schools: groupBySchool(rows).sort(byTotal) };
}

export type YearSums = Pick<GivingSums, "givenCents" | "pendingCents">;

/**
 * The sums of each year by the time at which gifts were made.
 * @param years all since the first gift, in any order
 * @param timeZone the reader's
 */
export async function sumYears(
  { cardholderId }: CardholderScope,
  years: number[],
  timeZone: string,
): Promise<Map<number, YearSums>> {
  if (years.length === 0) return new Map();
  const sorted = years.toSorted((one, other) => one - other);
  const starts = sorted.map((year) => startOfMonth(year, 0, timeZone));
  const rows = await sumByPeriod({ cardholderId, starts });
  return new Map(
    sorted.map((year, n) => {
      const sums = rows.filter(({ period }) => period === n + 1);
      const sumOf = (kind: keyof YearSums) => sumOfCents(sums.map((row) => row[kind]));
      return [year, { givenCents: sumOf("givenCents"), pendingCents: sumOf("pendingCents") }];
    }),
  );
}

/**
 * The sum and number of completed donations, the number of their schools, and the sum and number (`pending`) of pending
 * donations.
 */
export type GivingSums = Awaited<ReturnType<typeof sumGiving>>[number];

/** Sums this cardholder's donations across all accounts. @param schoolId only to this school */
export async function sumGivingOf(
  { cardholderId }: CardholderScope,
  schoolId?: string,
): Promise<GivingSums> {
  const [sums] = await sumGiving({ cardholderId, schoolId: schoolId ?? null });
  return sums as GivingSums;
}
