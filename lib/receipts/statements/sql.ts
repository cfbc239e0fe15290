/** SQL for year statements: a page of donations, with the sums for the whole year. */
import { type RawBuilder, sql } from "kysely";
import { raw } from "../../database/expressions.ts";
import { onlyRow } from "../../database/run.ts";
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

type Sum = {
  deductibility: Receipt["deductibility"];
  count: number;
  cents: Cents;
  /** Null if the class is unknown. */
  deductibleCents: Cents | null;
};

/** @property content null until the receipt is issued */
type Entry = { id: string; content: Omit<Receipt, "statement"> | null };

const selectYear = statement(
  (given: Parameters<{ cardholderId: string; year: number; limit: number; offset: number }>) =>
    raw<{ sums: Sum[]; entries: Entry[] }>(sql`
      with donations as materialized (
        select * from ${completedOf(given.cardholderId)} where year = ${given.year}
      ), by_class as (
        select json_build_object('deductibility', ${classOf}, 'count', count(*), 'cents', sum(d.amount_cents),
          'deductibleCents', sum(${deductibleOf})) as sum
        from donations as d left join fund as f on f.school_id = d.school_id and f.fund_id = d.fund_id
        group by ${classOf}
      ), page as (
        select json_build_object('id', id, 'content', content - 'statement') as entry from donations
        order by gift_date, completed_at, id limit ${given.limit} offset ${given.offset}
      )
      select (select coalesce(json_agg(sum), '[]') from by_class) as sums,
        (select coalesce(json_agg(entry), '[]') from page) as entries`),
);

/** One page of this cardholder's year, oldest donation first, and the sums for the year. */
export async function findYear(cardholderId: string, year: number, page: number) {
  const limit = DONATIONS_PER_PAGE;
  return onlyRow(await selectYear({ cardholderId, year, limit, offset: (page - 1) * limit }));
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
