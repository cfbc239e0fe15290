/** SQL for year statements: a page of donations, with the sums for the whole year. */
import { type RawBuilder, sql } from "kysely";
import { raw } from "../../database/expressions.ts";
import { onlyRow } from "../../database/run.ts";
import { type Parameters, statement } from "../../database/statement.ts";
import { kysely } from "../../database/tables.ts";
import { giftDate, giftDeductibility, giftGoodFaithValue, NET_CENTS } from "../../donations/sql.ts";
import type { Cents } from "../../money.ts";
import type { Receipt } from "../contract.ts";
import { DONATIONS_PER_PAGE, type Stated } from "./contract.ts";

/** A cardholder's own completed donations with the year of their gift date. */
const completedOf = (cardholderId: RawBuilder<string>) =>
  kysely
    .selectFrom("donation as d")
    .innerJoin("school as s", "s.id", "d.schoolId")
    .leftJoin("receipt as r", (join) =>
      join.onRef("r.donationId", "=", "d.id").on("r.replacedAt", "is", null),
    )
    .select(["d.id", "d.completedAt", "d.amountCents", "d.reversedCents", "d.schoolId", "d.fundId"])
    .select(["d.fundDesignation", "s.timeZone", "s.foundationName", "r.content"])
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
      when 'full' then ${NET_CENTS}
      when 'quid_pro_quo' then greatest(0, ${NET_CENTS} - coalesce(${giftGoodFaithValue}, 0))
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

type Entry = {
  id: string;
  /** The receipt in force. Null until it's issued. */
  content: Omit<Receipt, "statement"> | null;
  /** What the gift's line says without a receipt. */
  unreceipted: Stated;
  cents: Cents;
  netCents: Cents;
  timeZone: string;
  reversals: { date: string; cents: Cents }[];
};

/** What was reversed of gift `d`, by days of its foundation. */
const reversals = sql`(
  select coalesce(json_agg(json_build_object('date', (c.decided_at at time zone d.time_zone)::date,
    'cents', c.amount_cents) order by c.decided_at, c.id), '[]')
  from correction c where c.donation_id = d.id and c.status = 'succeeded' and d.reversed_cents > 0)`;

const selectYear = statement(
  (given: Parameters<{ cardholderId: string; year: number; limit: number; offset: number }>) =>
    raw<{ sums: Sum[]; entries: Entry[] }>(sql`
      with donations as materialized (
        select * from ${completedOf(given.cardholderId)} where year = ${given.year}
      ), by_class as (
        select json_build_object('deductibility', ${classOf}, 'count', count(*), 'cents', sum(${NET_CENTS}),
          'deductibleCents', sum(${deductibleOf})) as sum
        from donations as d left join fund as f on f.school_id = d.school_id and f.fund_id = d.fund_id
        group by ${classOf}
      ), page as (
        select json_build_object('id', d.id, 'content', content - 'statement', 'cents', d.amount_cents,
          'netCents', ${NET_CENTS}, 'timeZone', d.time_zone, 'reversals', ${reversals}, 'unreceipted', json_build_object(
            'donation_id', d.id, 'donation_date', d.gift_date::date, 'school_id', d.school_id,
            'organization', json_build_object('name', coalesce(sr.legal_name, d.foundation_name)),
            'fund_designation', d.fund_designation, 'fund_name', f.name, 'receipt_number', null,
            'deductibility', ${giftDeductibility}, 'deductible_amount_usd', 0)) as entry
        from donations d left join fund as f on f.school_id = d.school_id and f.fund_id = d.fund_id
        left join school_record sr on sr.school_id = d.school_id
        order by d.gift_date, d.completed_at, d.id limit ${given.limit} offset ${given.offset}
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
