/** Many rows at once, as a long life of the product would leave them. */
import type pg from "pg";

export type Size = { donations: number; accounts: number };

/** The school that receives everything but every fourth donation. */
export const BUSY_SCHOOL = "ohio-state";

const ACCOUNTS = `
  with people as (
    insert into cardholder (id, email, email_key)
    select gen_random_uuid(), 'b' || n || '@example.com', 'b' || n || '@example.com'
    from generate_series(1, $2::int) n returning id, email
  )
  insert into account (id, bank_id, bank_user_id, cardholder_id, email, display_name,
    loyalty_program_id, status, linked_at, last_active_at, unlinked_at)
  select gen_random_uuid(), $1, email, id, email, 'Pat Sample', 'gold', status, at, at,
    case when status = 'unlinked' then at end
  from (
    select *, case when n % 10 = 0 then 'unlinked' else 'active' end as status,
      now() - n * interval '1 minute' as at
    from (select *, row_number() over () as n from people) numbered
  ) aged`;

/** One in a hundred is pending, one in a hundred failed; the newest and the oldest alike. */
const DONATIONS = `
  with givers as (
    select id, row_number() over () - 1 as n from account where bank_id = $1 and status = 'active'
  ), schools as (
    select id, row_number() over () - 1 as n from school
  ), made as (
    select gen_random_uuid() as id, n, now() - n * interval '10 seconds' as at,
      case n % 100 when 0 then 'pending' when 1 then 'failed' else 'completed' end as status
    from generate_series(1, $2::int) n
  )
  insert into donation (id, bank_id, account_id, school_id, fund_designation, amount_cents,
    points_redeemed, bank_transaction_ref, request_hash, channel, notify_cardholder, recurring,
    status, failure_reason, sequence, created_at, estimated_confirmation_at, completed_at, failed_at)
  select made.id, $1, givers.id, case when made.n % 4 = 0 then schools.id else $3 end,
    'annual-fund', 2500, 2500, 'bench-' || made.n, '\\x00', 'bank', true, false, made.status,
    case when made.status = 'failed' then 'refused' end, 1, at, at,
    case when made.status = 'completed' then at end, case when made.status = 'failed' then at end
  from made
  join givers on givers.n = made.n % (select count(*) from givers)
  join schools on schools.n = made.n % (select count(*) from schools)`;

const REST = [
  `insert into credit (donation_id, status, platform_credit_id, platform_status, settled_at,
     next_attempt_at)
   select id, case status when 'pending' then 'pending' when 'failed' then 'refused' else 'credited' end,
     case status when 'completed' then 'cr_' || id end, case status when 'completed' then 'posted' end,
     case when status <> 'pending' then created_at end, now() + interval '1 day'
   from donation where bank_id = $1 and bank_transaction_ref like 'bench-%'`,
  `insert into event (id, bank_id, donation_id, type, sequence, body, created_at)
   select gen_random_uuid(), bank_id, id, 'donation.' || status, 1,
     '{"type":"donation.completed","timestamp":"2026-01-01T00:00:00.000Z","data":{"sequence":1}}',
     created_at
   from donation
   where bank_id = $1 and status <> 'pending' and bank_transaction_ref like 'bench-%'`,
  `insert into webhook_delivery (id, event_id, endpoint_id, status, attempt_count, created_at,
     settled_at)
   select gen_random_uuid(), event.id, endpoint.id,
     case when event.type = 'donation.failed' then 'dead' else 'delivered' end, 1, event.created_at,
     event.created_at
   from event join webhook_endpoint endpoint using (bank_id)
   where bank_id = $1`,
];

/** Triggers are off while rows are poured in; this is what they would have counted. */
const TALLIES = `
  insert into tally (list, owner, status, count)
  select 'donations', bank_id, status, count(*) from donation group by 2, 3
  union all select 'accounts', bank_id, status, count(*) from account group by 2, 3
  union all select 'events', bank_id, type, count(*) from event group by 2, 3
  union all select 'deliveries', endpoint_id, status, count(*) from webhook_delivery group by 2, 3`;

const DAY_TALLIES = `
  insert into day_tally (list, owner, part, status, day, count)
  select 'donations', bank_id, school_id, status, (created_at at time zone 'UTC')::date, count(*)
  from donation group by 2, 3, 4, 5
  union all select 'events', bank_id, '', type, (created_at at time zone 'UTC')::date, count(*)
  from event group by 2, 3, 4, 5`;

/** Fills a bank. The caller's connection must be a superuser's. */
export async function fill(client: pg.Client, bankId: string, size: Size): Promise<void> {
  await client.query("set session_replication_role = replica");
  await client.query(ACCOUNTS, [bankId, size.accounts]);
  await client.query("analyze account");
  await client.query(DONATIONS, [bankId, size.donations, BUSY_SCHOOL]);
  for (const statement of REST) await client.query(statement, [bankId]);
  await client.query("truncate tally");
  await client.query(TALLIES);
  await client.query("truncate day_tally");
  await client.query(DAY_TALLIES);
  await client.query("set session_replication_role = origin");
  await client.query("vacuum (analyze)");
}
