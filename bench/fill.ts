/** Bulk data, as if after years of production. */
import type pg from "pg";
import { getOrIssueReceipt } from "#lib/receipts/issue.ts";

export type Size = { donations: number; accounts: number };

/** The school that receives three of four donations. */
export const BUSY_SCHOOL = "ohio-state";

/** The customer who makes every hundredth donation. */
export const LARGEST_GIVER = "b1@example.com";

const ACCOUNTS = `
  with people as (
    insert into cardholder (id, email, email_key)
    select gen_random_uuid(), 'b' || n || '@example.com', 'b' || n || '@example.com'
    from generate_series(1, $2::int) n returning id, email
  )
  insert into account (id, bank_id, bank_user_id, cardholder_id, email, display_name,
    loyalty_program_id, status, linked_at, accepted_at, last_active_at, unlinked_at)
  select gen_random_uuid(), $1, email, id, email, 'Pat Sample', 'gold-rewards', status, at, at, at,
    case when status = 'unlinked' then at end
  from (
    select *, case when n % 10 = 0 then 'unlinked' else 'active' end as status,
      now() - n * interval '1 minute' as at
    from (select *, row_number() over () as n from people) numbered
  ) aged`;

/** One percent pending, one percent failed; evenly spread. */
const DONATIONS = `
  with givers as (
    select id, cardholder_id, row_number() over (order by email <> '${LARGEST_GIVER}', id) - 1 as n
    from account where bank_id = $1 and status = 'active'
  ), schools as (
    select id, row_number() over () - 1 as n from school
  ), made as (
    select uuidv7(n * interval '-10 seconds') as id, n, now() - n * interval '10 seconds' as at,
      case n % 100 when 0 then 'pending' when 1 then 'failed' else 'completed' end as status
    from generate_series(1, $2::int) n
  )
  insert into donation (id, bank_id, account_id, cardholder_id, school_id, fund_designation, amount_cents,
    points_redeemed, bank_transaction_ref, request_hash, channel, notify_cardholder, recurring,
    status, failure_reason, sequence, created_at, estimated_confirmation_at, completed_at, failed_at)
  select made.id, $1, givers.id, givers.cardholder_id, case when made.n % 4 = 0 then schools.id else $3 end,
    'annual-fund', 2500, 2500, 'bench-' || made.n, decode(repeat('00', 32), 'hex'), 'bank', true,
    false, made.status,
    case when made.status = 'failed' then 'refused' end, 1, at, at,
    case when made.status = 'completed' then at end, case when made.status = 'failed' then at end
  from made
  join givers on givers.n = case made.n % 100 when 7 then 0
    else made.n % (select count(*) from givers) end
  join schools on schools.n = made.n % (select count(*) from schools)`;

const FILLED = "bank_id = $1 and bank_transaction_ref like 'bench-%'";

/** Mirrors a real event's body field by field, so that it has the same size. */
const BODY = `json_build_object('type', 'donation.' || status, 'timestamp', created_at, 'data',
  json_build_object('donation_id', id, 'status', status, 'service_user_id', account_id, 'school_id',
    school_id, 'fund_designation', fund_designation, 'fund_id', fund_id, 'dollar_amount', 25,
    'points_redeemed', points_redeemed, 'points_per_dollar', null, 'bank_transaction_ref',
    bank_transaction_ref, 'channel', channel, 'loyalty_program_id', null, 'cardholder_message', null,
    'metadata', null, 'recurring', recurring, 'recurrence_cadence', null, 'school_confirmation_id',
    'cr_' || id, 'platform_status', 'posted', 'failure_reason', failure_reason, 'created_at',
    created_at, 'estimated_confirmation_at', estimated_confirmation_at, 'completed_at', completed_at,
    'failed_at', failed_at, 'bank_user_id', 'b1234@example.com', 'sequence', 1))::text`;

const DEPENDENT_ROWS = [
  `insert into credit (donation_id, status, platform_credit_id, platform_status, attempt_count,
     last_attempted_at, settled_at, next_attempt_at)
   select id, case status when 'pending' then 'pending' when 'failed' then 'refused' else 'credited' end,
     case status when 'completed' then 'cr_' || id end, case status when 'completed' then 'posted' end,
     1, created_at, case when status <> 'pending' then created_at end, now() + interval '1 day'
   from donation where ${FILLED}`,
  `insert into event (id, bank_id, donation_id, type, sequence, body, created_at)
   select uuidv7(created_at - now()), bank_id, id, 'donation.' || status, 1, ${BODY}, created_at
   from donation where ${FILLED} and status <> 'pending'`,
  `with delivered as (
     insert into webhook_delivery (id, event_id, endpoint_id, status, attempt_count, created_at,
       settled_at)
     select gen_random_uuid(), event.id, endpoint.id,
       case when event.type = 'donation.failed' then 'dead' else 'delivered' end, 1,
       event.created_at, event.created_at
     from event join webhook_endpoint endpoint using (bank_id)
     where bank_id = $1
     returning id, status, created_at
   )
   insert into webhook_attempt (delivery_id, attempted_at, response_code, response_body, latency_ms)
   select id, created_at, case status when 'dead' then 500 else 204 end, '', 12 from delivered`,
  `with numbered as (
     select id, school_id, completed_at, extract(year from completed_at)::int as year,
       1000 + row_number() over (partition by school_id, extract(year from completed_at)
         order by completed_at, id) as number
     from donation where ${FILLED} and status = 'completed'
   ), counted as (
     insert into receipt_counter (school_id, year, last_number)
     select school_id, year, max(number) from numbered group by 1, 2
     on conflict (school_id, year) do update set last_number = excluded.last_number
   )
   insert into receipt (donation_id, school_id, year, number, issued_at, content, emailed_at)
   select id, school_id, year, number, completed_at, (select content from receipt limit 1)
     || jsonb_build_object('donation_id', id, 'school_id', school_id, 'donation_date',
       completed_at::date, 'receipt_number',
       upper(school_id) || '-' || year || '-' || lpad(number::text, 6, '0')), completed_at
   from numbered`,
  `update account set donation_count = donation_count + sums.gifts,
     lifetime_donated_cents = lifetime_donated_cents + sums.cents
   from (select account_id, count(*) as gifts, sum(amount_cents) as cents from donation
         where ${FILLED} and status = 'completed' group by account_id) as sums
   where account.id = sums.account_id`,
  `insert into school_total (school_id, shard, donation_count, donated_cents)
   select school_id, 1, count(*), sum(amount_cents) from donation
   where ${FILLED} and status = 'completed' group by school_id
   on conflict (school_id, shard) do update
     set donation_count = school_total.donation_count + excluded.donation_count,
       donated_cents = school_total.donated_cents + excluded.donated_cents`,
];

/** Triggers are off during the bulk insert; this adds what they would have counted. */
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

const GIVING_TALLIES = `
  insert into giving_tally (cardholder_id, attributed, account_id, day, school_id, status, count, cents)
  select cardholder_id, attributed, account_id, (created_at at time zone 'UTC')::date, school_id,
    status, count(*), sum(amount_cents)
  from donation where cardholder_id is not null group by 1, 2, 3, 4, 5, 6`;

/** Links customers to a bank, nine of ten of them active: `b1@example.com` and so on. */
export async function linkAccounts(
  client: pg.Client,
  bankId: string,
  count: number,
): Promise<void> {
  await client.query(ACCOUNTS, [bankId, count]);
  await client.query("analyze account");
}

/** Issues a real receipt for the demo, which is the template for the others. */
export async function issueReceipt(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ id: string; cardholder_id: string }>(
    `select donation.id, account.cardholder_id from donation join account on account.id = account_id
     where donation.status = 'completed' order by donation.id limit 1`,
  );
  const { id, cardholder_id } = rows[0] as { id: string; cardholder_id: string };
  await getOrIssueReceipt(cardholder_id, id);
}

/**
 * Fills a bank. The database must have the demo and a receipt; the caller's connection must be a
 * superuser's. Not filled: emails (deleted after 90 days) and the executor's runs.
 */
export async function fill(client: pg.Client, bankId: string, size: Size): Promise<void> {
  await client.query("set session_replication_role = replica");
  await client.query("set synchronous_commit = off");
  await linkAccounts(client, bankId, size.accounts);
  await client.query(DONATIONS, [bankId, size.donations, BUSY_SCHOOL]);
  await client.query("analyze donation");
  for (const statement of DEPENDENT_ROWS) await client.query(statement, [bankId]);
  await client.query("truncate tally");
  await client.query(TALLIES);
  await client.query("truncate day_tally");
  await client.query(DAY_TALLIES);
  await client.query("truncate giving_tally");
  await client.query(GIVING_TALLIES);
  await client.query("reset session_replication_role");
  await client.query("reset synchronous_commit");
  await client.query("vacuum (analyze)");
}
