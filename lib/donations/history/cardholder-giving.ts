/** What a cardholder has given, when and to whom. */
import type { CardholderScope } from "../../auth/scopes.ts";
import { asCents, type Cents, sumOfCents, toDollars } from "../../money.ts";
import { monthsUpTo } from "./calendar.ts";
import { sumByMonth, sumGiving } from "./sql.ts";

const MONTHS = 12;

/** A school that was given to, and how much in each of the months. */
export type SchoolGiving = {
  schoolId: string;
  schoolName: string;
  totalUsd: number;
  /** One sum for each month, zero where nothing was given. */
  monthsUsd: number[];
};

export type YearOfGiving = {
  /** `2026-11` and so on, the earliest first. */
  months: string[];
  /** The one that was given most to first. */
  schools: SchoolGiving[];
};

type Row = Awaited<ReturnType<typeof sumByMonth>>[number];

/** The rows of each school together; months are counted from one. */
function gather(rows: Row[]): SchoolGiving[] {
  const cents = new Map<string, { schoolName: string; months: Cents[] }>();
  for (const { month, schoolId, schoolName, cents: given } of rows) {
    const school = cents.get(schoolId) ?? { schoolName, months: Array(MONTHS).fill(asCents(0)) };
    school.months[month - 1] = given;
    cents.set(schoolId, school);
  }
  return [...cents].map(([schoolId, { schoolName, months }]) => ({
    schoolId,
    schoolName,
    totalUsd: toDollars(sumOfCents(months)),
    monthsUsd: months.map(toDollars),
  }));
}

/**
 * The completed donations of this month and the eleven before it, by the month in which they were
 * given.
 * @param timeZone whose months: the reader's
 */
export async function listYearOfGiving(
  scope: CardholderScope,
  timeZone: string,
  now = new Date(),
): Promise<YearOfGiving> {
  const months = monthsUpTo(now, MONTHS, timeZone);
  const rows = await sumByMonth({
    cardholderId: scope.cardholderId,
    months: months.map(({ begins }) => begins),
  });
  const byTotal = (one: SchoolGiving, other: SchoolGiving) =>
    other.totalUsd - one.totalUsd || one.schoolName.localeCompare(other.schoolName);
  return { months: months.map(({ key }) => key), schools: gather(rows).sort(byTotal) };
}

export type Giving = {
  /** Sum and number of completed donations, and how many schools they went to. */
  givenUsd: number;
  donations: number;
  schools: number;
  /** Sum of what is accepted and not yet confirmed. */
  pendingUsd: number;
};

/** What this cardholder has given, through whichever account. @param schoolId to this school alone */
export async function sumGivingOf(
  { cardholderId }: CardholderScope,
  schoolId?: string,
): Promise<Giving> {
  const [sums] = await sumGiving({ cardholderId, schoolId: schoolId ?? null });
  const { given, pending, donations, schools } = sums as NonNullable<typeof sums>;
  return { givenUsd: toDollars(given), donations, schools, pendingUsd: toDollars(pending) };
}
