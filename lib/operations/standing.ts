/**
 * How all of the service stands, by its database: the same from every process. One statement, whose
 * price does not grow with the data: tallies, the head of an index for each bank, endpoint or queue,
 * and counts that stop at `COUNTED_UP_TO`.
 */
import { pool } from "../database/pool.ts";
import { promptStatement } from "../database/run.ts";

/** What may pile up is counted so far: beyond, it does not matter how much more it is. */
export const COUNTED_UP_TO = 10_000;

/** Counts, and when the oldest of a kind was asked for: null where there is nothing. */
export type Standing = {
  asOf: Date;
  donationsPending: number;
  oldestPending: Date | null;
  flagged: number;
  outbox: number;
  oldestOutbox: Date | null;
  runsRunning: number;
  runsDue: number;
  runsLate: number;
  oldestDueRun: Date | null;
  deliveriesPending: number;
  deliveriesDead: number;
  oldestDeliveryPending: Date | null;
  oldestDeliveryDead: Date | null;
  mailsPending: number;
  oldestMail: Date | null;
};

const upTo = (from: string) =>
  `(select count(*) from (select 1 from ${from} limit ${COUNTED_UP_TO}) counted)`;

/** A lost holder's run counts as due: its lease has ended. One is late after a minute. */
export const STANDING = `
with recursive queue as (
  (select queue from executor_run where due_at is not null order by queue limit 1)
  union all
  select later.queue from queue cross join lateral (
    select r.queue from executor_run r
    where r.due_at is not null and r.queue > queue.queue order by r.queue limit 1
  ) later
), first_due as (
  select min(due_at) as at from queue cross join lateral (
    select r.due_at from executor_run r
    where r.queue = queue.queue and r.due_at <= now() order by r.due_at limit 1
  ) head
), due as (
  select count(*) as count, count(*) filter (where due_at < now() - interval '1 minute') as late
  from (
    select head.due_at from queue cross join lateral (
      select r.due_at from executor_run r
      where r.queue = queue.queue and r.due_at <= now() order by r.due_at limit ${COUNTED_UP_TO}
    ) head limit ${COUNTED_UP_TO}
  ) head
), first_pending as (
  select min(head.created_at) as at from bank cross join lateral (
    select d.created_at from donation d where d.bank_id = bank.id and d.status = 'pending'
    order by d.created_at limit 1
  ) head
), endpoint as (
  select id from webhook_endpoint where status <> 'deleted'
), delivery as (
  select states.status, min(head.created_at) as oldest,
    (select coalesce(sum(count), 0) from tally
     where list = 'deliveries' and status = states.status and owner in (select id from endpoint)
    ) as count
  from (values ('pending'), ('dead')) as states (status) left join endpoint on true
  left join lateral (
    select d.created_at from webhook_delivery d
    where d.endpoint_id = endpoint.id and d.status = states.status order by d.created_at limit 1
  ) head on true
  group by states.status
)
select
  (select coalesce(sum(count), 0) from tally where list = 'donations' and status = 'pending')
    as "donationsPending",
  (select at from first_pending) as "oldestPending",
  ${upTo("credit where flagged_at is not null")} as flagged,
  ${upTo("outbox")} as outbox,
  (select created_at from outbox order by id limit 1) as "oldestOutbox",
  (select count(*) from executor_run where held and due_at > now()) as "runsRunning",
  (select count from due) as "runsDue",
  (select late from due) as "runsLate",
  (select at from first_due) as "oldestDueRun",
  (select count from delivery where status = 'pending') as "deliveriesPending",
  (select count from delivery where status = 'dead') as "deliveriesDead",
  (select oldest from delivery where status = 'pending') as "oldestDeliveryPending",
  (select oldest from delivery where status = 'dead') as "oldestDeliveryDead",
  ${upTo("mail where status = 'pending'")} as "mailsPending",
  (select created_at from mail where status = 'pending' order by created_at limit 1)
    as "oldestMail",
  now() as "asOf"`;

/** Reads it, or throws what the database throws; within two seconds or so either way. */
export async function readStanding(): Promise<Standing> {
  const { rows } = await pool().query(promptStatement(STANDING));
  // Sums of counts come as text.
  const entries = Object.entries(rows[0]).map(([name, value]) => [
    name,
    typeof value === "string" ? Number(value) : value,
  ]);
  return Object.fromEntries(entries) as Standing;
}
