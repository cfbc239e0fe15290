/** SQL of a bank's day, and of our side of the comparison with platforms. */
import { type InferResult, type SqlBool, sql } from "kysely";
import type { BankScope } from "../auth/scopes.ts";
import { raw } from "../database/expressions.ts";
import { run } from "../database/run.ts";
import { kysely } from "../database/tables.ts";
import type { Cents } from "../money.ts";
import type { Period } from "../ticketing/adapter.ts";
import type { ReconciliationQuery } from "./contract.ts";
import { dayBetween } from "./day.ts";

const ourDonations = kysely
  .selectFrom("donation as d")
  .innerJoin("credit as c", "c.donationId", "d.id")
  .select(["d.id as donationId", "d.bankTransactionRef", "d.schoolId", "d.status"])
  .select(["d.amountCents", "c.platformCreditId as creditId"]);

/** A donation in our ledger. */
export type OurDonation = InferResult<typeof ourDonations>[number];

/** The time that puts a donation into a period. */
const AT = {
  accepted: sql.ref<Date>("d.createdAt"),
  settled: sql<Date>`coalesce(d.completed_at, d.failed_at)`,
};

/** In the form that the indexes have. */
const isIn = ({ from, to }: Period, basis: Day["basis"]) =>
  sql<SqlBool>`${AT[basis]} >= ${from} and ${AT[basis]} < ${to}
    ${basis === "settled" ? sql`and d.status <> 'pending'` : sql``}`;

/** All banks' donations to these schools that were completed or failed in a period. */
export function settledIn(period: Period, schoolIds: string[]): Promise<OurDonation[]> {
  // Per bank, as the index has them, so that the cost depends only on the period.
  const settled = ourDonations
    .innerJoin("bank as b", "b.id", "d.bankId")
    .where(isIn(period, "settled"))
    .where((of) => of("d.schoolId", "=", of.fn.any(sql<string[]>`${schoolIds}::text[]`)));
  return run(settled);
}

/** Every school that has a platform, or had a donation settled in the period. */
export async function schoolsToCompare(period: Period): Promise<string[]> {
  const schools = raw(sql<{ id: string }>`
    select school_id as id from platform_config union
    select d.school_id from bank b join donation d on d.bank_id = b.id
    where ${isIn(period, "settled")}
    order by id`);
  return (await run(schools)).map(({ id }) => id);
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** The donations with these partner references; references that are not ids are skipped. */
export function namedBy(references: string[]): Promise<OurDonation[]> {
  const ids = references.filter((reference) => UUID.test(reference));
  return run(ourDonations.where((of) => of("d.id", "=", of.fn.any(sql<string[]>`${ids}::uuid[]`))));
}

export type Day = Pick<ReconciliationQuery, "date" | "basis">;

const shown = kysely
  .selectFrom("donation as d")
  .leftJoin("credit as c", "c.donationId", "d.id")
  .select(["d.id", "d.bankTransactionRef", "d.channel", "d.status", "d.schoolId", "d.amountCents"])
  .select(["d.pointsRedeemed", "d.createdAt", "d.completedAt", "d.failedAt"])
  .select((of) => [
    "c.platformCreditId as creditId",
    sql<string[]>`array(${of
      .selectFrom("event as e")
      .select("e.id")
      .whereRef("e.donationId", "=", "d.id")
      .orderBy("e.sequence")})`.as("eventIds"),
  ]);

export type DayRow = InferResult<typeof shown>[number];

/** The donations that belong to the day, by its basis, with the time that they are sorted by. */
export const donationsOfDay = (scope: BankScope, { date, basis }: Day) => ({
  at: AT[basis],
  rows: shown.where("d.bankId", "=", scope.bankId).where(isIn(dayBetween(date), basis)),
});

/** Points as text: their sum may exceed what a number holds exactly. */
export type Counted = Record<string, { count: number; cents: Cents; points: string }>;

/** The number of donations of the day, and their sums by status. */
export function totalsOfDay(scope: BankScope, { date, basis }: Day) {
  const donations = kysely
    .selectFrom("donation as d")
    .where("d.bankId", "=", scope.bankId)
    .where(isIn(dayBetween(date), basis));
  const byStatus = donations
    .select([
      "d.status",
      sql`count(*)`.as("count"),
      sql`sum(${sql.ref("d.amountCents")})`.as("cents"),
    ])
    .select(sql`sum(${sql.ref("d.pointsRedeemed")})`.as("points"))
    .groupBy("d.status");
  return {
    summary: sql<Counted>`(select coalesce(json_object_agg(status, json_build_object(
      'count', count, 'cents', cents, 'points', points::text)), '{}') from ${byStatus} counted)`,
    total: sql<number>`${donations.select(sql`count(*)`.as("count"))}`,
  };
}

/** For a list whose total is not shown. */
export const NOT_COUNTED = sql<number>`0`;
