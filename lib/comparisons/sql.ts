/** SQL of comparisons: the whole list at once, in the database. */
import { sql } from "kysely";
import type { BankApiScope } from "../auth/scopes.ts";
import { given, raw } from "../database/expressions.ts";
import { kysely } from "../database/tables.ts";
import type { Period } from "../ticketing/adapter.ts";
import { type Difference, MAX_LINES } from "./contract.ts";
import type { ListedGift } from "./read-list.ts";

/** The list, for as long as the transaction. */
export const createList = raw(sql`
  create temporary table comparison_list (line int, ref text, cents int8, status text, day date, points int8,
    key text, channel text) on commit drop`);

/** For the plan: the database knows nothing of a new table. */
export const analyzeList = raw(sql`analyze comparison_list`);

/** The reference of a donation that a person made: the channel, and the donation's ID. */
const OWN_REFERENCE = "^(portal|embed):[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$";

/** Adds a part of the list. */
export function addToList(gifts: ListedGift[]) {
  const column = (name: keyof ListedGift) => gifts.map((gift) => gift[name]);
  return raw(sql`
    insert into comparison_list
    select l.*, key, coalesce(substring(key from ${OWN_REFERENCE}), 'bank')
    from unnest(${column("line")}::int[], ${column("ref")}::text[], ${column("cents")}::int8[],
      ${column("status")}::text[], ${column("day")}::date[], ${column("points")}::int8[])
      as l (line, ref, cents, status, day, points), reference_key(l.ref) as key`);
}

const isIn = ({ from, to }: Period) => sql`d.created_at >= ${from} and d.created_at < ${to}`;

/** Of each event about the donation: whether an endpoint has accepted it. No row for one that was sent to none. */
const accepted = sql`(select bool_or(w.status = 'delivered') as was from event e
  join webhook_delivery w on w.event_id = e.id where e.donation_id = d.id group by e.id)`;
const isUndelivered = sql`exists (select from ${accepted} event where not was)`;

/** Zones are up to 14 hours ahead of UTC, and 12 behind. */
const isNear = ({ from, to }: Period) =>
  sql`d.created_at >= ${from}::timestamptz - interval '14 hours' and d.created_at < ${to}::timestamptz + interval '12 hours'`;

/** Why a line isn't the same as our gift; null if it is. */
const reasonOfLine = ({ bankId }: BankApiScope, period: Period) => sql`case
  when nth > 1 then 'reference_reused'
  when d.id is null then case when exists (
    select from gift_authorization a where a.bank_id = ${bankId} and a.status = 'declined'
      and a.donation_id = case when l.channel <> 'bank' then split_part(l.key, ':', 2)::uuid end) then 'refused_by_you' else 'never_received' end
  when not (${isIn(period)}) then case when ${isNear(period)} then 'other_time_zone' else 'other_day' end
  when l.cents = d.amount_cents * 100 then 'amount_in_cents'
  when l.cents <> d.amount_cents then 'amount_differs'
  when l.status <> d.status then case when ${isUndelivered} then 'webhook_not_delivered' else 'status_differs' end
  when l.points <> d.points_redeemed then 'points_differ' end`;

/** Why a gift isn't in the list. West of UTC, the first hours of our first day are those of the day before. */
const reasonOfGift = ({ from }: Period) => sql`case
  when ${isUndelivered} then 'webhook_not_delivered'
  when not exists (select from ${accepted} event) then 'not_told'
  when d.created_at < ${from}::timestamptz + interval '12 hours' then 'other_time_zone'
  else 'not_in_your_list' end`;

const ours = sql`jsonb_build_object('dollar_amount', round(d.amount_cents / 100.0, 2), 'status', d.status,
  'points_redeemed', d.points_redeemed,
  'created_at', to_char(d.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))`;

const yours = sql`jsonb_build_object('dollar_amount', round(l.cents / 100.0, 2), 'status', l.status,
  'points_redeemed', l.points, 'date', l.day)`;

type Compared = { scope: BankApiScope; id: string; period: Period; days: [string, string] };

/** Compares the list with the donations of the days, and keeps what differs. A line counts once, and so does a gift. */
export function compareList({ scope, id, period, days }: Compared) {
  return raw(sql`
    with matched as materialized (
      select l.*, d.id, row_number() over (partition by l.key, l.channel
        order by (l.cents = d.amount_cents) desc nulls last, l.line) as nth
      from comparison_list l left join donation d on d.bank_id = ${scope.bankId}
        and reference_key(d.bank_transaction_ref) = l.key and d.channel = l.channel
    ), judged as (
      select l.line, l.ref, d.id, ${reasonOfLine(scope, period)} as reason,
        coalesce(${isIn(period)}, false) as is_ours, case when d.id is not null then ${ours} end as ours, ${yours} as yours
      from matched l left join donation d on d.id = l.id
      union all
      select null, d.bank_transaction_ref, d.id, ${reasonOfGift(period)}, true, ${ours}, null
      from donation d where d.bank_id = ${scope.bankId} and ${isIn(period)}
        and not exists (select from matched m where m.id = d.id)
    ), compared as (
      select *, case when line is null then 'only_ours' when not is_ours then 'only_yours'
        when reason is not null then 'different' end as kind
      from judged
    ), differences as (
      insert into comparison_difference
        (comparison_id, position, kind, reason, bank_transaction_ref, line, donation_id, ours, yours)
      select ${id}::uuid, row_number() over (order by kind, line, ref, id), kind, reason, ref, line, id, ours, yours
      from compared where kind is not null
    )
    insert into comparison (id, bank_id, first_day, last_day, in_both, different, only_ours, only_yours)
    select ${id}::uuid, ${scope.bankId}::uuid, ${days[0]}::date, ${days[1]}::date,
      count(*) filter (where kind is null), count(*) filter (where kind = 'different'),
      count(*) filter (where kind = 'only_ours'), count(*) filter (where kind = 'only_yours') from compared`);
}

/** What limits comparisons: how many the bank has made today (UTC), and how many donations the days have, up to one too many. */
export const limitedBy = ({ bankId }: BankApiScope, period: Period) =>
  raw<{ today: number; donations: number }>(sql`select
    (select count(*) from comparison where bank_id = ${bankId} and created_at >= date_trunc('day', now(), 'UTC')) as today,
    (select count(*) from (select from donation d where d.bank_id = ${bankId} and ${isIn(period)}
      limit ${MAX_LINES + 1}) as counted) as donations`);

/** A bank's comparisons. Days are text, as the API shows them. */
export const comparisonsOf = ({ bankId }: BankApiScope) =>
  kysely
    .selectFrom("comparison as c")
    .select([
      "c.id as comparisonId",
      "c.inBoth",
      "c.different",
      "c.onlyOurs",
      "c.onlyYours",
      "c.createdAt",
    ])
    .select([
      sql<string>`c.first_day::text`.as("date"),
      sql<string>`c.last_day::text`.as("through"),
    ])
    .where("c.bankId", "=", bankId);

export const findComparison = (scope: BankApiScope, id: string) =>
  comparisonsOf(scope).where("c.id", "=", id);

export const differences = (comparisonId: string, kind?: Difference["kind"]) =>
  kysely
    .selectFrom("comparisonDifference")
    .select(["kind", "reason", "bankTransactionRef", "line", "donationId", "ours", "yours"])
    .where((of) => of.and(given({ comparisonId, kind })));
