/** SQL for a bank's day, and for our side of the comparison with platforms. */
import { type InferResult, type SqlBool, sql } from "kysely";
import { validate as isUuid } from "uuid";
import type { BankApiScope } from "../auth/scopes.ts";
import { raw } from "../database/expressions.ts";
import { run } from "../database/run.ts";
import { kysely } from "../database/tables.ts";
import { COUNTED_CENTS } from "../donations/sql.ts";
import type { Cents } from "../money.ts";
import type { Period } from "../ticketing/adapter.ts";
import { periodOf, type ReconciliationQuery } from "./contract.ts";

const ourDonations = kysely
  .selectFrom("donation as d")
  .innerJoin("credit as c", "c.donationId", "d.id")
  .select(["d.id as donationId", "d.bankTransactionRef", "d.schoolId", "d.status"])
  .select(["d.amountCents", "d.reversedCents", "d.pendingReversalCents"])
  .select("c.platformCreditId as creditId");

export type OurDonation = InferResult<typeof ourDonations>[number];

/** The timestamp that decides which day a donation belongs to. */
const TIMESTAMPS = {
  accepted: sql.ref<Date>("d.createdAt"),
  settled: sql<Date>`coalesce(d.completed_at, d.failed_at, d.canceled_at)`,
};

/** Matches the expressions of the indexes. */
const isInPeriod = ({ from, to }: Period, basis: Day["basis"]) =>
  sql<SqlBool>`${TIMESTAMPS[basis]} >= ${from} and ${TIMESTAMPS[basis]} < ${to}
    ${basis === "settled" ? sql`and d.status <> 'pending'` : sql``}`;

/** All banks' donations to these schools that ended in a period. */
export function findSettled(period: Period, schoolIds: string[]): Promise<OurDonation[]> {
  // The index begins with the bank. Joining banks keeps the cost proportional to the period.
  const settled = ourDonations
    .innerJoin("bank as b", "b.id", "d.bankId")
    .where(isInPeriod(period, "settled"))
    .where((of) => of("d.schoolId", "=", of.fn.any(sql<string[]>`${schoolIds}::text[]`)));
  return run(settled);
}

/** Every school with a platform, or with a donation that was settled in the period. */
export async function schoolsToCompare(period: Period): Promise<string[]> {
  const schools = raw(sql<{ id: string }>`
    select school_id as id from platform_config union
    select d.school_id from bank b join donation d on d.bank_id = b.id
    where ${isInPeriod(period, "settled")}
    order by id`);
  return (await run(schools)).map(({ id }) => id);
}

/** The donations with these partner references. References that aren't UUIDs are skipped. */
export function findByReferences(references: string[]): Promise<OurDonation[]> {
  const ids = references.filter((reference) => isUuid(reference));
  return run(ourDonations.where((of) => of("d.id", "=", of.fn.any(sql<string[]>`${ids}::uuid[]`))));
}

export type Day = Pick<ReconciliationQuery, "date" | "through" | "basis">;

const dayRows = kysely
  .selectFrom("donation as d")
  .leftJoin("credit as c", "c.donationId", "d.id")
  .select(["d.id", "d.bankTransactionRef", "d.channel", "d.status", "d.schoolId", "d.amountCents"])
  .select(["d.fundId", "d.fundDesignation", COUNTED_CENTS.as("netCents")])
  .select(["d.pointsRedeemed", "d.createdAt", "d.completedAt", "d.failedAt", "d.canceledAt"])
  .select((of) => [
    "c.platformCreditId as creditId",
    sql<string[]>`array(${of
      .selectFrom("event as e")
      .select("e.id")
      .whereRef("e.donationId", "=", "d.id")
      .orderBy("e.sequence")})`.as("eventIds"),
  ]);

export type DayRow = InferResult<typeof dayRows>[number];

/** The day's donations, and the timestamp they are sorted by. */
export const donationsOfDay = (scope: BankApiScope, days: Day) => ({
  at: TIMESTAMPS[days.basis],
  rows: dayRows.where("d.bankId", "=", scope.bankId).where(isInPeriod(periodOf(days), days.basis)),
});

/** Points are text: their sum may exceed the safe integers. */
export type Sums = { count: number; cents: Cents; net: Cents; points: string };
export type Subtotal = Sums & { schoolId: string; fundId: string | null; status: DayRow["status"] };

/** The number of donations of the days, and their sums by school, fund, and status. */
export function totalsOfDay({ bankId }: BankApiScope, days: Day) {
  const donations = sql`donation d where d.bank_id = ${bankId} and ${isInPeriod(periodOf(days), days.basis)}`;
  return {
    summary: sql<Subtotal[]>`(select coalesce(json_agg(json_build_object('schoolId', school_id,
        'fundId', fund_id, 'status', status, 'count', count, 'cents', cents, 'net', net, 'points', points::text)
        order by school_id, fund_id, status), '[]')
      from (select d.school_id, d.fund_id, d.status, count(*), sum(d.amount_cents) as cents,
          sum(${COUNTED_CENTS}) as net, sum(d.points_redeemed) as points
        from ${donations} group by 1, 2, 3) counted)`,
    total: sql<number>`(select count(*) from ${donations})`,
  };
}
