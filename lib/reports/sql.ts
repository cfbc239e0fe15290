/** SQL for a school's reports. */
import { sql } from "kysely";
import { raw } from "../database/expressions.ts";
import { type Parameters, statement } from "../database/statement.ts";
import type { Sharing } from "../donations/sharing.ts";
import { BANK_CREDIT_FUND, IS_NAMED, NET_CENTS, SHARED_WITH_SCHOOL } from "../donations/sql.ts";
import type { Cents } from "../money.ts";

export const findSchool = statement(({ schoolId }: Parameters<{ schoolId: string }>) =>
  raw<{ name: string; foundationName: string; timeZone: string; fiscalYearMonth: number }>(sql`
    select name, foundation_name, time_zone, fiscal_year_month from school where id = ${schoolId}`),
);

export type DueReport = {
  membershipId: string;
  cardholderId: string;
  email: string;
  schoolId: string;
  schoolName: string;
  /** The first day of the month that isn't over yet. */
  month: string;
};

/**
 * The members who have asked for reports and haven't been emailed the last month's, some hours after it ended
 * there.
 */
export const findDueReports = statement(
  (params: Parameters<{ at: Date; hours: number; limit: number }>) =>
    raw<DueReport>(sql`
    select m.id as membership_id, m.cardholder_id, c.email, s.id as school_id, s.name as school_name, month::text
    from membership m join cardholder c on c.id = m.cardholder_id join school s on s.id = m.school_id
    cross join lateral (select date_trunc('month', (${params.at}::timestamptz
      - make_interval(hours => ${params.hours}::int)) at time zone s.time_zone)::date as month) now
    where m.report_month < month order by s.id, m.id limit ${params.limit}`),
);

type Range = { schoolId: string; from: Date; to: Date };
/** The same as days of the school's time zone. */
type Days = Range & { first: string; last: string; timeZone: string };

/** Gifts of a period that have something in common, such as their fund. */
export type Sum = { count: number; cents: Cents };
export type Group = Sum & {
  part: "confirmed" | "waiting" | "refused" | "time" | "fund" | "bank";
  /** The day or the first of the month, or the ID. Null for gifts without a fund. */
  key: string | null;
  name: string | null;
};

/**
 * Confirmed gifts by their gift date, with what is left of them. The conditions match those of the indexes
 * `donation_gift_date`, and `donation_confirmation_date` where that is the day of the confirmation.
 */
const confirmedGifts = ({ schoolId, from, to, first, last, timeZone }: Parameters<Days>) => sql`(
  select id, amount_cents - reversed_cents as net_cents, fund_id, bank_id, gift_date from donation
  where school_id = ${schoolId} and status = 'completed'
    and gift_date >= ${first}::date and gift_date <= ${last}::date
  union all
  select id, amount_cents - reversed_cents, fund_id, bank_id, (completed_at at time zone ${timeZone})::date from donation
  where school_id = ${schoolId} and status = 'completed' and gift_date is null
    and completed_at >= ${from} and completed_at < ${to})`;

/**
 * A school's gifts of a period: confirmed ones in all, by day or month, by fund, and by bank, in one pass over the
 * indexes; and how many others there are. Largest first; days and months in order.
 */
export const findGroups = statement((params: Parameters<Days & { unit: "day" | "month" }>) =>
  raw<Group>(sql`
      with gift as (
        select net_cents, fund_id, bank_id, date_trunc(${params.unit}, gift_date::timestamp)::date as time
        from ${confirmedGifts(params)} as confirmed
      ), sums as (
        select case when grouping(time) = 0 then 'time' when grouping(fund_id) = 0 then 'fund'
            when grouping(bank_id) = 0 then 'bank' else 'confirmed' end as part,
          time, fund_id, bank_id, count(*) as count, coalesce(sum(net_cents), 0)::int8 as cents
        from gift group by grouping sets ((time), (fund_id), (bank_id), ())
        union all
        select 'waiting', null, null, null, count(*), coalesce(sum(amount_cents), 0)::int8 from donation
        where school_id = ${params.schoolId} and status = 'pending' and waits_for is null
          and created_at >= ${params.from} and created_at < ${params.to}
        union all
        select 'refused', null, null, null, count(*), coalesce(sum(amount_cents), 0)::int8 from donation
        where school_id = ${params.schoolId} and status = 'failed'
          and failed_at >= ${params.from} and failed_at < ${params.to}
      )
      select part, coalesce(time::text, sums.fund_id, bank_id::text) as key,
        coalesce(fund.name, bank.name) as name, count, cents
      from sums left join fund on fund.school_id = ${params.schoolId} and fund.fund_id = sums.fund_id
      left join bank on bank.id = bank_id
      order by part, time, cents desc, count desc, key`),
);

type LargeGift = { day: string; fund: string; bank: string; cents: Cents };

export const findLargest = statement((params: Parameters<Days & { limit: number }>) =>
  raw<LargeGift>(sql`
      with largest as (
        select id, gift_date as day, net_cents from ${confirmedGifts(params)} as confirmed
        where net_cents > 0 order by net_cents desc, gift_date, id limit ${params.limit}
      )
      select largest.day::text,
        coalesce(f.name, d.fund_designation) as fund, b.name as bank, net_cents as cents
      from largest join donation d using (id) ${BANK_CREDIT_FUND}
      order by net_cents desc, largest.day, d.id`),
);

/** Gifts by the time at which they were given. What was canceled wasn't, and what a redirect may give isn't yet. */
const isGiven = ({ schoolId, from, to }: Parameters<Range>) => sql`
  d.school_id = ${schoolId} and d.created_at >= ${from} and d.created_at < ${to} and d.status <> 'canceled'
  and d.waits_for is null`;

export type Given = Sum & { part: "status" | "shared"; key: string | null };

/** How many gifts were given, by their status now and by what was shared; and by how many people. */
export const findGiven = statement((params: Parameters<Range>) =>
  raw<Given>(sql`
    with gift as (
      select ${NET_CENTS} as cents, d.status, ${SHARED_WITH_SCHOOL} as shared from donation d where ${isGiven(params)}
    )
    select case when grouping(status) = 0 then 'status' else 'shared' end as part,
      coalesce(status, shared) as key, count(*) as count, sum(cents)::int8 as cents
    from gift group by grouping sets ((status), (shared))`),
);

/** People whose name the school knows: counting the others would tell who gave anonymously. */
export const countDonors = statement((params: Parameters<Range>) =>
  raw<{ donors: number }>(sql`
    select count(distinct d.cardholder_id) filter (where ${IS_NAMED}) as donors
    from donation d where ${isGiven(params)}`),
);

export type GivenGift = {
  id: string;
  createdAt: Date;
  netCents: Cents;
  reversedCents: Cents;
  status: string;
  /** Days of the school's time zone. */
  given: string;
  confirmed: string | null;
  refused: string | null;
  giftDate: string | null;
  confirmationNumber: string | null;
  fund: string;
  bank: string;
  shared: Sharing | null;
};

type GivenPage = Range & { timeZone: string; after: string; limit: number };

/** Gifts given after a time and ID, in order. */
export const findGivenGifts = statement((params: Parameters<GivenPage>) => {
  const dayOf = (column: string) =>
    sql`(${sql.ref(column)} at time zone ${params.timeZone})::date::text`;
  return raw<GivenGift>(sql`
    select d.id, d.created_at, ${NET_CENTS} as net_cents, d.reversed_cents, d.status, ${dayOf("d.createdAt")} as given,
      ${dayOf("d.completedAt")} as confirmed, ${dayOf("d.failedAt")} as refused,
      coalesce(d.gift_date, (d.completed_at at time zone ${params.timeZone})::date)::text as gift_date,
      c.platform_credit_id as confirmation_number, coalesce(f.name, d.fund_designation) as fund,
      b.name as bank, ${SHARED_WITH_SCHOOL} as shared
    from donation d ${BANK_CREDIT_FUND}
    where ${isGiven(params)} and (d.created_at, d.id) > (${params.from}, ${params.after}::uuid)
    order by d.created_at, d.id limit ${params.limit}`);
});
