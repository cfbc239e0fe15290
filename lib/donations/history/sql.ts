/** SQL of donation lists, and of a cardholder's sums over all accounts. */
import { type Expression, type ExpressionBuilder, expressionBuilder, sql } from "kysely";
import type { BankScope } from "../../auth/scopes.ts";
import { asBoolean, now } from "../../database/expressions.ts";
import { type Parameters, statement } from "../../database/statement.ts";
import { kysely, type Tables } from "../../database/tables.ts";
import type { Cents } from "../../money.ts";
import { createdBetween, totalBetween, totalOf } from "../../pagination/totals.ts";
import type { DonationFilters } from "../contract.ts";
import type { CardholderDonationFilters } from "../portal-contract.ts";
import { cardholderDonations, shownDonations } from "../sql.ts";

const CREATED_AT = sql.ref<Date>("d.createdAt");

/** Every filter except the times. */
function filterOf(scope: BankScope, filters: DonationFilters) {
  const { status, bank_transaction_ref: reference, school_id, service_user_id } = filters;
  const eb = expressionBuilder<{ d: Tables["donation"] }, "d">();
  return eb.and([
    eb("d.bankId", "=", scope.bankId),
    ...(status ? [eb("d.status", "=", status)] : []),
    ...(reference === undefined ? [] : [eb("d.bankTransactionRef", "=", reference)]),
    ...(school_id === undefined ? [] : [eb("d.schoolId", "=", school_id)]),
    ...(service_user_id ? [eb("d.accountId", "=", service_user_id)] : []),
  ]);
}

/** A known total, which is not counted. With a reference or an account, few enough remain to count. */
export function knownTotal(
  scope: BankScope,
  filters: DonationFilters,
): Expression<number> | undefined {
  const { status, school_id: part, from, to } = filters;
  if (filters.bank_transaction_ref !== undefined || filters.service_user_id) return undefined;
  if (part === undefined && !from && !to) return totalOf("donations", scope.bankId, status);
  const rows = kysely.selectFrom("donation as d").where(filterOf(scope, filters));
  const list = { list: "donations", owner: scope.bankId, rows, createdAt: CREATED_AT } as const;
  return totalBetween({ ...list, part, status, from, to });
}

/** This bank's donations that match the filters. */
export const filteredDonations = (scope: BankScope, filters: DonationFilters) =>
  shownDonations.where(filterOf(scope, filters)).where(createdBetween(CREATED_AT, filters));

/** This cardholder's donations that match the filters. */
export function filteredCardholderDonations(
  cardholderId: string,
  filters: CardholderDonationFilters,
) {
  const { status, school_id } = filters;
  return cardholderDonations
    .where("d.cardholderId", "=", cardholderId)
    .where(createdBetween(CREATED_AT, filters))
    .$if(status !== undefined, (all) => all.where("d.status", "=", status as string))
    .$if(school_id !== undefined, (all) => all.where("d.schoolId", "=", school_id as string));
}

type Cardholder = { cardholderId: string };

/** What is confirmed, and what is on its way. */
function sumsByStatus(of: ExpressionBuilder<{ d: Tables["donation"] }, "d">) {
  const sumOf = (status: string) =>
    sql<Cents>`coalesce(${of.fn
      .sum("d.amountCents")
      .filterWhere("d.status", "=", sql.lit(status))}, 0)::int8`;
  return [sumOf("completed").as("given"), sumOf("pending").as("pending")] as const;
}

/**
 * Sums of completed and of pending donations since the first of these months, by month (counted from one) and school.
 * Takes instants, since the database may not know every time zone that browsers know.
 */
export const sumByMonth = statement((given: Parameters<Cardholder & { months: Date[] }>) =>
  kysely
    .selectFrom("donation as d")
    .innerJoin("school as s", "s.id", "d.schoolId")
    .select((of) => [
      sql<number>`width_bucket(${of.ref("d.createdAt")}, ${given.months}::timestamptz[])`.as(
        "month",
      ),
      "d.schoolId",
      "s.name as schoolName",
      ...sumsByStatus(of),
    ])
    .where("d.cardholderId", "=", given.cardholderId)
    .where("d.status", "<>", sql.lit("failed"))
    .where("d.createdAt", ">=", sql<Date>`(${given.months}::timestamptz[])[1]`)
    .groupBy(["month", "d.schoolId", "s.name"]),
);

/** Sums of all of a cardholder's donations, or of those to one school. */
export const sumGiving = statement((given: Parameters<Cardholder & { schoolId: string | null }>) =>
  kysely
    .selectFrom("donation as d")
    .select((of) => [
      ...sumsByStatus(of),
      of.fn.countAll<number>().filterWhere("d.status", "=", sql.lit("completed")).as("donations"),
      of.fn
        .count<number>("d.schoolId")
        .distinct()
        .filterWhere("d.status", "=", sql.lit("completed"))
        .as("schools"),
    ])
    .where("d.cardholderId", "=", given.cardholderId)
    .where((of) =>
      of.or([
        asBoolean(sql`${given.schoolId}::text is null`),
        of("d.schoolId", "=", sql<string>`${given.schoolId}`),
      ]),
    ),
);

/** The choices for filtering a cardholder's donations. */
export const findFilterChoices = statement((given: Parameters<Cardholder>) =>
  kysely
    .with("own", (db) =>
      db
        .selectFrom("donation")
        .select((of) => ["schoolId", of.fn.countAll<number>().as("count")])
        .select((of) => [of.fn.min("createdAt").as("firstAt"), of.fn.max("createdAt").as("lastAt")])
        .where("cardholderId", "=", given.cardholderId)
        .groupBy("schoolId"),
    )
    .selectFrom("own")
    .innerJoin("school", "school.id", "own.schoolId")
    .select((of) => [
      sql<number>`coalesce(${of.fn.sum("count")}, 0)::int8`.as("count"),
      sql<Date | null>`${of.fn.min("firstAt")}`.as("firstAt"),
      sql<Date | null>`${of.fn.max("lastAt")}`.as("lastAt"),
      sql<{ schoolId: string; schoolName: string }[]>`coalesce(json_agg(json_build_object(
        'schoolId', ${of.ref("schoolId")}, 'schoolName', ${of.ref("name")})
        order by ${of.ref("sortKey")}, ${of.ref("schoolId")}), '[]')`.as("schools"),
    ]),
);

/** A version that changes whenever a donation is created or settled, and whether that may happen soon. */
export const findUpdates = statement((given: Parameters<Cardholder>) =>
  kysely
    .selectFrom("donation as d")
    .select((of) => [
      sql<string>`concat_ws('.', count(*), ${of.fn.count("completedAt")}, ${of.fn.count("failedAt")})`.as(
        "version",
      ),
      sql<boolean>`coalesce(bool_or(${of.and([
        of("d.status", "=", sql.lit("pending")),
        of("d.createdAt", ">", sql<Date>`${now} - interval '10 minutes'`),
      ])}), false)`.as("soon"),
    ])
    .where("d.cardholderId", "=", given.cardholderId),
);
