/** SQL of a bank's day, and of our side of the comparison with platforms. */
import { type ExpressionBuilder, expressionBuilder, type InferResult, sql } from "kysely";
import type { BankScope } from "../auth/scopes.ts";
import { run } from "../database/run.ts";
import { kysely, type Tables } from "../database/tables.ts";
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

/** Completed or failed in the period; in the form that the index has. */
const isSettledIn =
  ({ from, to }: Period) =>
  (of: ExpressionBuilder<{ d: Tables["donation"] }, "d">) => {
    const settledAt = of.fn.coalesce("d.completedAt", "d.failedAt");
    return of.and([
      of("d.status", "<>", sql.lit("pending")),
      of(settledAt, ">=", from),
      of(settledAt, "<", to),
    ]);
  };

/** All banks' donations to these schools that were completed or failed in a period. */
export function settledIn(period: Period, schoolIds: string[]): Promise<OurDonation[]> {
  // Per bank, as the index has them, so that the cost depends only on the period.
  const settled = ourDonations
    .innerJoin("bank as b", "b.id", "d.bankId")
    .where(isSettledIn(period))
    .where((of) => of("d.schoolId", "=", of.fn.any(sql<string[]>`${schoolIds}::text[]`)));
  return run(settled);
}

/** Every school that has a platform, or had a donation settled in the period. */
export async function schoolsToCompare(period: Period): Promise<string[]> {
  const schools = kysely
    .selectFrom("platformConfig")
    .select("schoolId as id")
    .union(
      kysely
        .selectFrom("bank as b")
        .innerJoin("donation as d", "d.bankId", "b.id")
        .select("d.schoolId as id")
        .where(isSettledIn(period)),
    )
    .orderBy("id");
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

/** The donations that belong to the day, by the given basis. */
function ofDay(scope: BankScope, { date, basis }: Day) {
  const { from, to } = dayBetween(date);
  const eb = expressionBuilder<{ d: Tables["donation"] }, "d">();
  const at =
    basis === "accepted"
      ? sql.ref<Date>("d.createdAt")
      : sql<Date>`coalesce(${eb.ref("d.completedAt")}, ${eb.ref("d.failedAt")})`;
  const where = eb.and([
    eb("d.bankId", "=", scope.bankId),
    eb(at, ">=", from),
    eb(at, "<", to),
    // In the form that the index has.
    ...(basis === "settled" ? [eb("d.status", "<>", sql.lit("pending"))] : []),
  ]);
  return { at, where };
}

/** The donations of the day, with the time that they are sorted by. */
export function donationsOfDay(scope: BankScope, day: Day) {
  const { at, where } = ofDay(scope, day);
  return { at, rows: shown.where(where) };
}

/** Points as text: their sum may exceed what a number holds exactly. */
export type Counted = Record<string, { count: number; cents: Cents; points: string }>;

/** The number of donations of the day, and their sums by status. */
export function totalsOfDay(scope: BankScope, day: Day) {
  const donations = kysely.selectFrom("donation as d").where(ofDay(scope, day).where);
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
