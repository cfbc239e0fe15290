/** SQL of year statements: a page of a cardholder's year, with the sums of all of it. */

import { pool } from "../database/pool.ts";
import type { Cents } from "../money.ts";
import type { YearStatement } from "./statement-contract.ts";
import { DONATIONS_ON_A_PAGE } from "./statement-size.ts";

export type Line = YearStatement["donations"][number];

/** A completed donation; its line, if its receipt was issued. */
type Entry = { id: string; line: Line | null };

export type ClassSum = {
  deductibility: Line["deductibility"];
  count: number;
  cents: Cents;
  /** Null where no class is known. */
  deductibleCents: Cents | null;
};

export type YearPage = { sums: ClassSum[]; entries: Entry[] };

/**
 * A cardholder's completed donations with the year of each: that of its receipt, else that of its
 * confirmation in the foundation's zone, where a donation of New Year's Eve is one of the old year.
 */
const THEIRS = `
  select d.id, d.completed_at, d.amount_cents, d.school_id, d.fund_id, r.content,
    coalesce(r.year, extract(year from (d.completed_at at time zone s.time_zone)::date))::int as year
  from donation d
  join school s on s.id = d.school_id
  left join receipt r on r.donation_id = d.id
  where d.cardholder_id = $1 and d.status = 'completed'`;

/** In the order of the contract's fields. */
const LINE = `json_build_object(
  'receipt_number', content -> 'receipt_number',
  'donation_id', id,
  'donation_date', content -> 'donation_date',
  'organization_name', content -> 'organization' -> 'name',
  'school_id', content -> 'school_id',
  'fund_designation', content -> 'fund_designation',
  'dollar_amount', content -> 'dollar_amount',
  'deductible_amount_usd', content -> 'deductible_amount_usd',
  'deductibility', content -> 'deductibility')`;

/** What a receipt says of deducting or, where there is none yet, what one would say (`wording.ts`). */
const SUMMED = `
  select g.amount_cents as cents,
    case when g.content is null then f.deductibility else g.content ->> 'deductibility' end as class,
    case when g.content is not null
      then round((g.content ->> 'deductible_amount_usd')::numeric * 100)
      else case f.deductibility
        when 'full' then g.amount_cents
        when 'quid_pro_quo' then greatest(0, g.amount_cents - coalesce(f.good_faith_value_cents, 0))
        when 'none' then 0
      end
    end as deductible
  from given g left join fund f on f.school_id = g.school_id and f.fund_id = g.fund_id`;

/** One page of this cardholder's year, the first donation first, and the sums of the year. */
export async function findYear(
  cardholderId: string,
  year: number,
  page: number,
): Promise<YearPage> {
  const { rows } = await pool().query<YearPage>(
    `with given as materialized (select * from (${THEIRS}) theirs where year = $2)
     select
       (select coalesce(json_agg(sum), '[]') from (
          select class as deductibility, count(*) as count, sum(cents) as cents,
            case when class is not null then sum(deductible) end as "deductibleCents"
          from (${SUMMED}) summed group by class
        ) sum) as sums,
       (select coalesce(json_agg(entry), '[]') from (
          select id, case when content is not null then ${LINE} end as line
          from given order by completed_at, id limit $3 offset $4
        ) entry) as entries`,
    [cardholderId, year, DONATIONS_ON_A_PAGE, (page - 1) * DONATIONS_ON_A_PAGE],
  );
  return rows[0] as YearPage;
}

/** A year, and how many pages its statement has. */
export type StatementYear = { year: number; pages: number };

/** The years of this cardholder's completed donations, the latest first. */
export async function findYears(cardholderId: string): Promise<StatementYear[]> {
  const { rows } = await pool().query<StatementYear>(
    `select year, ceil(count(*) / $2::numeric)::int as pages from (${THEIRS}) theirs
     group by year order by year desc`,
    [cardholderId, DONATIONS_ON_A_PAGE],
  );
  return rows;
}
