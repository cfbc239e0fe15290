/** Bulk data, as if after years of production. */
import type pg from "pg";
import type { Transaction } from "#lib/database/transaction.ts";
import { getOrIssueReceipt } from "#lib/receipts/issue.ts";
import { acceptPastGifts, type PastGift, settlePastGifts } from "#prisma/past-gifts.ts";

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

const FILLED = "bank_id = $1 and bank_transaction_ref like 'bench-%'";

const DEPENDENT_ROWS = [
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
];

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

const AGE_MS = 10_000;
const CHUNK = 1_000;

/** The nth gift before now. One percent are pending, one percent failed; evenly spread. */
function giftOf(n: number, bankId: string, givers: string[], schools: string[]): PastGift {
  const at = new Date(Date.now() - n * AGE_MS);
  const giver = n % 100 === 7 ? 0 : n % givers.length;
  const completed = {
    status: "completed",
    platformCreditId: `cr_${n}`,
    platformStatus: "posted",
  } as const;
  const settlement = n % 100 === 1 ? ({ status: "failed", reason: "refused" } as const) : completed;
  return {
    accountId: givers[giver] as string,
    program: { bankId, programId: "gold-rewards", pointsPerDollar: 100 },
    schoolId: n % 4 === 0 ? (schools[n % schools.length] as string) : BUSY_SCHOOL,
    fundDesignation: "annual-fund",
    dollars: 25,
    bankTransactionRef: `bench-${n}`,
    channel: "bank",
    cardholderMessage: null,
    shareWithSchool: null,
    createdAt: at,
    settlement: n % 100 === 0 ? null : { ...settlement, at },
  };
}

/** Writes donations as the service does, with their credits, events, and totals. The oldest come first. */
async function writeDonations(client: pg.Client, bankId: string, count: number): Promise<void> {
  const idsOf = async (query: string, values: string[] = []) =>
    (await client.query<{ id: string }>(query, values)).rows.map(({ id }) => id);
  const schools = await idsOf("select id from school order by id");
  const givers = await idsOf(
    `select id from account where bank_id = $1 and status = 'active' and accepted_at is not null
     order by email <> '${LARGEST_GIVER}', id`,
    [bankId],
  );
  // Nothing is enqueued in it, which would need a transaction of the pool.
  const tx = client as unknown as Transaction;
  for (let last = count; last > 0; last -= CHUNK) {
    const size = Math.min(CHUNK, last);
    const gifts = Array.from({ length: size }, (_, n) => giftOf(last - n, bankId, givers, schools));
    await client.query("begin");
    await settlePastGifts(tx, await acceptPastGifts(tx, gifts));
    await client.query("commit");
  }
}

/** Fills a bank. The database must have the demo and a receipt. Not filled: emails and the executor's runs. */
export async function fill(client: pg.Client, bankId: string, size: Size): Promise<void> {
  await client.query("set synchronous_commit = off");
  await linkAccounts(client, bankId, size.accounts);
  // Without deliveries, which are written below as if they had been made.
  await client.query("update webhook_endpoint set status = 'disabled' where bank_id = $1", [
    bankId,
  ]);
  await writeDonations(client, bankId, size.donations);
  await client.query("update webhook_endpoint set status = 'enabled' where bank_id = $1", [bankId]);
  await client.query("analyze donation");
  for (const statement of DEPENDENT_ROWS) await client.query(statement, [bankId]);
  await client.query(
    "update credit set next_attempt_at = now() + interval '1 day' where status = 'pending'",
  );
  await client.query("reset synchronous_commit");
  await client.query("vacuum (analyze)");
}
