/** SQL for year statements: a page of donations, with the sums for the whole year. */
import { type Expression, type RawBuilder, sql } from "kysely";
import { jsonBuildObject } from "kysely/helpers/postgres";
import { type Parameters, statement } from "../../database/statement.ts";
import { kysely } from "../../database/tables.ts";
import { giftDate, giftDeductibility, giftGoodFaithValue } from "../../donations/sql.ts";
import type { Cents } from "../../money.ts";
import type { Receipt } from "../contract.ts";
import { DONATIONS_PER_PAGE } from "./contract.ts";

/** A cardholder's own completed donations with the year of their gift date. */
const completedOf = (cardholderId: RawBuilder<string>) =>
  kysely
    .selectFrom("donation as d")
    .innerJoin("school as s", "s.id", "d.schoolId")
    .leftJoin("receipt as r", "r.donationId", "d.id")
    .select(["d.id", "d.completedAt", "d.amountCents", "d.schoolId", "d.fundId", "r.content"])
    .select(["d.fundDeductibility", "d.fundGoodFaithValueCents"])
    .select([
      sql<number>`coalesce(r.year, extract(year from ${giftDate}))::int`.as("year"),
      giftDate.as("giftDate"),
    ])
    .where("d.cardholderId", "=", cardholderId)
    .where("d.attributed", "=", sql.lit(true))
    .where("d.status", "=", sql.lit("completed"))
    .as("completed");

/** The receipt's tax class or, before it is issued, the one it would state (`deductibility.ts`). */
const classOf = sql<Receipt["deductibility"]>`case when d.content is null then ${giftDeductibility}
  else d.content ->> 'deductibility' end`;
const deductibleOf = sql<Cents | null>`case when d.content is not null
    then round((d.content ->> 'deductible_amount_usd')::numeric * 100)
    else case ${giftDeductibility}
      when 'full' then d.amount_cents
      when 'quid_pro_quo' then greatest(0, d.amount_cents - coalesce(${giftGoodFaithValue}, 0))
      when 'none' then 0
    end
  end`;

const listOf = <T>(element: Expression<T>) => sql<T[]>`coalesce(json_agg(${element}), '[]')`;

const selectYear = statement(
  (params: Parameters<{ cardholderId: string; year: number; limit: number; offset: number }>) =>
    kysely
      .with(
        (cte) => cte("donations").materialized(),
        (db) =>
          db
            .selectFrom(completedOf(params.cardholderId))
            .selectAll()
            .where("year", "=", params.year),
      )
      .with("byClass", (db) =>
        db
          .selectFrom("donations as d")
          .leftJoin("fund as f", (join) =>
            join.onRef("f.schoolId", "=", "d.schoolId").onRef("f.fundId", "=", "d.fundId"),
          )
          .select(({ fn }) => [
            classOf.as("class"),
            sql<number>`count(*)`.as("count"),
            fn.sum<Cents>("d.amountCents").as("cents"),
            // Null if the class is unknown.
            sql<Cents | null>`sum(${deductibleOf})`.as("deductible"),
          ])
          .groupBy(classOf),
      )
      .with("page", (db) =>
        db
          .selectFrom("donations")
          .select(["id", "content"])
          .orderBy("giftDate")
          .orderBy("completedAt")
          .orderBy("id")
          .limit(params.limit)
          .offset(params.offset),
      )
      .selectNoFrom((of) => [
        of
          .selectFrom("byClass")
          .select(({ ref }) =>
            listOf(
              jsonBuildObject({
                deductibility: ref("class"),
                count: ref("count"),
                cents: ref("cents"),
                deductibleCents: ref("deductible"),
              }),
            ).as("sums"),
          )
          .as("sums"),
        of
          .selectFrom("page")
          .select(({ ref }) =>
            listOf(
              jsonBuildObject({
                id: ref("id"),
                // Null until the receipt is issued.
                content: sql<Omit<Receipt, "statement"> | null>`${ref("content")} - 'statement'`,
              }),
            ).as("entries"),
          )
          .as("entries"),
      ]),
);

/** One page of this cardholder's year, oldest donation first, and the sums for the year. */
export async function findYear(cardholderId: string, year: number, page: number) {
  const limit = DONATIONS_PER_PAGE;
  const [found] = await selectYear({ cardholderId, year, limit, offset: (page - 1) * limit });
  return { sums: found?.sums ?? [], entries: found?.entries ?? [] };
}

export type YearPage = Awaited<ReturnType<typeof findYear>>;

/** The years of a cardholder's completed donations, latest first, with the number of pages. */
export const findYears = statement((params: Parameters<{ cardholderId: string }>) =>
  kysely
    .selectFrom(completedOf(params.cardholderId))
    .select([
      "year",
      sql<number>`ceil(count(*) / ${sql.lit(DONATIONS_PER_PAGE)}::numeric)::int`.as("pages"),
    ])
    .groupBy("year")
    .orderBy("year", "desc"),
);

export type StatementYear = Awaited<ReturnType<typeof findYears>>[number];
