/** A school's gifts in numbers, for a period. */
import type { SchoolApiScope } from "../auth/scopes.ts";
import { dayAt } from "../calendar.ts";
import { onlyRow } from "../database/run.ts";
import { type Cents, sumOfCents } from "../money.ts";
import { type Period, periodBefore, readPeriod, timesOf } from "./period.ts";
import * as sql from "./sql.ts";

type OfSchool = Pick<SchoolApiScope, "schoolId">;

export type { Sum } from "./sql.ts";
export type ReportGroup = sql.Group;

const NOTHING: sql.Sum = { count: 0, cents: 0 as Cents };

/** The school's day, time zone, fiscal year, and foundation. */
export async function readReportSchool({ schoolId }: OfSchool) {
  const school = onlyRow(await sql.findSchool({ schoolId }));
  return { ...school, today: dayAt(new Date(), school.timeZone) };
}

type ReportSchool = Awaited<ReturnType<typeof readReportSchool>>;

/**
 * A period's gifts. Confirmed ones count on their gift date, waiting ones on the day on which they were given, and
 * refused ones on the day on which they were refused. Each list sums to the confirmed gifts.
 */
export async function readReport(
  { schoolId }: OfSchool,
  { timeZone }: ReportSchool,
  period: Period,
) {
  const range = { schoolId, ...timesOf(period, timeZone) };
  const groups = await sql.findGroups({ ...range, unit: period.unit, timeZone });
  const listOf = (part: sql.Group["part"]): ReportGroup[] =>
    groups.filter((group) => group.part === part);
  const sumOf = (part: sql.Group["part"]) => listOf(part)[0] ?? NOTHING;
  return {
    confirmed: sumOf("confirmed"),
    waiting: sumOf("waiting"),
    refused: sumOf("refused"),
    times: listOf("time"),
    funds: listOf("fund"),
    banks: listOf("bank"),
  };
}

export type Report = Awaited<ReturnType<typeof readReport>>;

/** How many of the largest gifts a board is shown. */
const LARGEST = 10;

/** A period's gifts as a foundation's board is shown them: beside the period before, and without donors. */
export async function readBoardReport(scope: OfSchool, query: Record<string, string>) {
  const school = await readReportSchool(scope);
  const { schoolId } = scope;
  const { timeZone, today, fiscalYearMonth } = school;
  const period = readPeriod(query, today, fiscalYearMonth);
  const before = periodBefore(period, today, fiscalYearMonth);
  const [report, previous, largest] = await Promise.all([
    readReport(scope, school, period),
    readReport(scope, school, before),
    sql.findLargest({ schoolId, ...timesOf(period, timeZone), timeZone, limit: LARGEST }),
  ]);
  return { school, period, before, report, previous, largest };
}

/** The donors' side of gifts that were given in a period, in numbers. */
export async function readGiven(
  { schoolId }: OfSchool,
  { timeZone }: ReportSchool,
  period: Period,
) {
  const range = { schoolId, ...timesOf(period, timeZone) };
  const [groups, counted] = await Promise.all([sql.findGiven(range), sql.countDonors(range)]);
  const of = (part: sql.Given["part"], key: string | null) =>
    groups.find((group) => group.part === part && group.key === key) ?? NOTHING;
  const all = groups.filter(({ part }) => part === "status");
  return {
    all: {
      count: all.reduce((sum, { count }) => sum + count, 0),
      cents: sumOfCents(all.map(({ cents }) => cents)),
    },
    confirmed: of("status", "completed"),
    waiting: of("status", "pending"),
    refused: of("status", "failed"),
    byName: of("shared", "name"),
    byAddress: of("shared", "address"),
    anonymous: of("shared", "nothing"),
    byBank: of("shared", null),
    donors: onlyRow(counted).donors,
  };
}
