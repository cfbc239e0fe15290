/** What a cardholder has given, when and to whom. */
import type { CardholderScope } from "../../auth/scopes.ts";
import { pool } from "../../database/pool.ts";
import { asCents, type Cents, sumOfCents, toDollars } from "../../money.ts";
import { monthsUpTo } from "./calendar.ts";

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

type Row = { month: number; schoolId: string; schoolName: string; cents: Cents };

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
  const begins = months.map((month) => month.begins.toISOString());
  // The instants, not the zone: the database need not know every zone that browsers know.
  const { rows } = await pool().query<Row>(
    `select width_bucket(d.created_at, $2::timestamptz[]) as month, d.school_id as "schoolId",
       s.name as "schoolName", sum(d.amount_cents)::bigint as cents
     from donation d join school s on s.id = d.school_id
     where d.cardholder_id = $1 and d.status = 'completed' and d.created_at >= $3
     group by 1, 2, 3`,
    [scope.cardholderId, begins, begins[0]],
  );
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

type SumRow = { given: Cents; donations: number; schools: number; pending: Cents };

/** What this cardholder has given, through whichever account. @param schoolId to this school alone */
export async function sumOwnGiving(scope: CardholderScope, schoolId?: string): Promise<Giving> {
  const { rows } = await pool().query<SumRow>(
    `select
       coalesce(sum(amount_cents) filter (where d.status = 'completed'), 0)::bigint as given,
       count(*) filter (where d.status = 'completed') as donations,
       count(distinct school_id) filter (where d.status = 'completed') as schools,
       coalesce(sum(amount_cents) filter (where d.status = 'pending'), 0)::bigint as pending
     from donation d
     where d.cardholder_id = $1 and ($2::text is null or d.school_id = $2)`,
    [scope.cardholderId, schoolId ?? null],
  );
  const { given, donations, schools, pending } = rows[0] as SumRow;
  return { givenUsd: toDollars(given), donations, schools, pendingUsd: toDollars(pending) };
}
