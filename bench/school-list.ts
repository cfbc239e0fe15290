/**
 * A foundation's list of gifts after years: how long its page's queries take with each filter and each order that the page
 * offers, for one school with two million gifts.
 *
 *   npm run bench:school-list
 *
 * Optional: BENCH_GIFTS (2000000), BENCH_ROUNDS (5), and BENCH_PLANS=1 for the plan of each list.
 */
import type pg from "pg";
import { type SchoolScope, systemScope } from "#lib/auth/scopes.ts";
import { filteredGifts, type GiftConditions } from "#lib/batches/gifts/sql.ts";
import {
  countGifts,
  findDonor,
  type GiftOrder,
  isConfirmationOf,
  listGiftsWithTotals,
  listGivingBanks,
} from "#lib/batches/queries.ts";
import { totalsOf } from "#lib/donations/sql.ts";
import { asCents } from "#lib/money.ts";
import { DEMO_SCHOOL_ID } from "#lib/sandbox/staff.ts";
import { openBench, withDatabase } from "./installation.ts";
import { format, median, quantile, run, say, setting, table } from "./statistics.ts";

const gifts = setting("BENCH_GIFTS", 2_000_000);
const rounds = setting("BENCH_ROUNDS", 5);
const CHUNK = 200_000;
const DONORS = 100_000;
const PER_BATCH = 1_000;
const SECONDS_APART = 20;

/** Copies of the demo foundation's gifts, over the years. One in a hundred was declined; the last 2,000 wait. */
async function fill(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ id: string }>(
    `select d.id from donation d join gift_batch_line l on l.donation_id = d.id
     where d.school_id = $1 and d.status = 'completed' and is_named(d) order by d.created_at limit 1`,
    [DEMO_SCHOOL_ID],
  );
  const original = rows[0]?.id as string;
  // Without triggers, which write what other pages show; the totals of days are written below.
  await client.query("set session_replication_role = replica");
  await client.query("set synchronous_commit = off");
  await client.query(`
    create temp table donor as select n, gen_random_uuid() as id,
      (array['Avery','Morgan','Quinn','Rowan','Sage','Imani','Solveig','Casimir','Kealoha','Leif'])[1 + n % 10]
        || ' ' || (array['Sample','Lindqvist','Tillery','Marchetti','Boone'])[1 + n / 10 % 5] || ' ' || n as name
    from generate_series(0, ${DONORS - 1}) n;
    create index on donor (n); analyze donor;
    insert into cardholder (id, email, email_key)
      select id, 'b' || n || '@example.com', 'b' || n || '@example.com' from donor;
    create temp table batch as select n, uuidv7() as id, now() - (${gifts} - n * ${PER_BATCH}) * interval '${SECONDS_APART} s' as at
    from generate_series(1, ${gifts / PER_BATCH}) n;
    create index on batch (n); analyze batch`);
  await client.query(
    `insert into gift_batch (id, school_id, number, opened_at, closed_at, gift_count, amount_cents, settings)
     select id, $1, 1000 + n, at - interval '6 h', at, ${PER_BATCH}, 1, '{}' from batch`,
    [DEMO_SCHOOL_ID],
  );
  for (let from = 0; from < gifts; from += CHUNK) {
    const to = Math.min(from + CHUNK, gifts) - 1;
    await client.query(`drop table if exists copy`);
    await client.query(`
      create temp table copy as
      select x.n, uuidv7(x.at - now()) as id, x.at, donor.id as donor, donor.name, batch.id as batch,
        case when x.n >= ${gifts - 2_000} then 'pending' when x.n % 100 = 7 then 'failed' else 'completed' end as status,
        100 * (5 + (x.n * 7919::bigint) % 996) as cents,
        case when x.n % 50000 = 3 then 'club-membership' when x.n % 3 = 0 then 'pauley-pavilion-fund' else 'annual-fund' end as fund
      from (select n, now() - (${gifts} - n) * interval '${SECONDS_APART} s' as at from generate_series(${from}, ${to}) n) x
      join donor on donor.n = (x.n * 31::bigint) % ${DONORS} join batch on batch.n = 1 + x.n / ${PER_BATCH}`);
    await client.query(
      `insert into donation select r.* from donation o, copy c, lateral jsonb_populate_record(o, jsonb_build_object(
         'id', c.id, 'status', c.status, 'amount_cents', c.cents, 'fund_id', c.fund, 'created_at', c.at,
         'bank_transaction_ref', 'bench-' || c.n, 'cardholder_id', c.donor, 'donor_name', c.name, 'gift_date', null,
         'donor_email', 'b' || (c.n * 31::bigint) % ${DONORS} || '@example.com', 'estimated_confirmation_at', c.at + interval '4 d',
         'completed_at', case c.status when 'completed' then c.at + interval '2 d' end,
         'failed_at', case c.status when 'failed' then c.at + interval '2 d' end,
         'failure_reason', case c.status when 'failed' then 'Sold out' end)) r where o.id = $1`,
      [original],
    );
    await client.query(
      `insert into credit select r.* from credit o, copy c, lateral jsonb_populate_record(o, jsonb_build_object(
         'donation_id', c.id, 'status', case c.status when 'completed' then 'credited' when 'failed' then 'refused' else 'pending' end,
         'platform_credit_id', case c.status when 'completed' then 'B-' || c.n end,
         'settled_at', case c.status when 'pending' then null else c.at + interval '2 d' end)) r where o.donation_id = $1`,
      [original],
    );
    await client.query(
      `insert into gift_batch_line select r.* from gift_batch_line o, copy c, lateral jsonb_populate_record(o, jsonb_build_object(
         'donation_id', c.id, 'batch_id', c.batch, 'amount_cents', c.cents, 'entered_at', c.at,
         'decided_at', case c.status when 'pending' then null else c.at + interval '2 d' end,
         'decided_by', case c.status when 'pending' then null else 'seed' end,
         'confirmation_number', case c.status when 'completed' then 'B-' || c.n end,
         'refusal_reason', case c.status when 'failed' then 'Sold out' end)) r where o.donation_id = $1`,
      [original],
    );
    say(`${to + 1} gifts`);
  }
  await client.query(
    `insert into day_tally (list, owner, part, status, day, count)
     select 'donations', bank_id, school_id, status, (created_at at time zone 'UTC')::date, count(*)
     from donation where bank_transaction_ref like 'bench-%' group by 2, 3, 4, 5`,
  );
  await client.query("reset session_replication_role");
  await client.query("vacuum (analyze)");
}

type Case = { filters: GiftConditions; order?: GiftOrder };

/** Every filter and every order of the page, alone. */
async function casesIn(client: pg.Client, scope: SchoolScope): Promise<Record<string, Case>> {
  const { rows } = await client.query<{ bank: string; batch: string; email: string; at: Date }>(
    `select bank_id as bank, batch_id as batch, donor_email as email, created_at as at from donation
     join gift_batch_line on donation_id = id where bank_transaction_ref = $1`,
    [`bench-${Math.round(gifts / 2)}`],
  );
  const { bank, batch, email, at } = rows[0] as (typeof rows)[number];
  const [from, to] = [at, new Date(at.getTime() + 30 * 86_400_000)];
  const only = (filters: GiftConditions): Case => ({ filters });
  const orders = ["oldest", "largest", "smallest"] as const;
  return {
    "no filter": only({}),
    ...Object.fromEntries(orders.map((order) => [`sorted: ${order}`, { filters: {}, order }])),
    ...Object.fromEntries(
      (["to_confirm", "open", "waiting", "confirmed", "declined"] as const).map((part) => [
        `tab: ${part}`,
        only({ part }),
      ]),
    ),
    "fund: a common one": only({ fund_id: "annual-fund" }),
    "fund: one in 50,000": only({ fund_id: "club-membership" }),
    "fund: none of theirs": only({ fund_id: "-" }),
    "fund: without gifts": only({ fund_id: "unused" }),
    "bank: the one that gives": only({ bank_id: bank }),
    batch: only({ batch_id: batch }),
    "amount: $100 to $110": only({ least: asCents(10_000), most: asCents(11_000) }),
    "amount: $900 or more": only({ least: asCents(90_000) }),
    "amount: up to $5": only({ most: asCents(500) }),
    "search: $25": only({ dollar_amount: asCents(2_500) }),
    "given: a month": only({ from, to }),
    "gift date: a month": only({ date: "gift_date", from, to }),
    "confirmed: a month": only({ date: "completed_at", from, to }),
    "declined: a month": only({ date: "failed_at", from, to }),
    "search: their number": only({ confirmation: `B-${Math.round(gifts / 2)}` }),
    "search: a common name": only(await findDonor(scope, "avery", undefined)),
    "search: a rare name": only(await findDonor(scope, "Lindqvist 31", undefined)),
    "search: no such name": only(await findDonor(scope, "Oyelaran", undefined)),
    "search: an address": only(await findDonor(scope, email, undefined)),
  };
}

/** One page as it's shown, and its last query's plan if that is wanted. */
async function measure(client: pg.Client, scope: SchoolScope, { filters, order }: Case) {
  const times: number[] = [];
  let total = 0;
  for (let round = 0; round <= rounds; round++) {
    const startedAt = performance.now();
    ({ total } = await listGiftsWithTotals(scope, { ...filters, order, limit: 50 }));
    // The first one warms up.
    if (round > 0) times.push(performance.now() - startedAt);
  }
  if (process.env.BENCH_PLANS) {
    for (const query of [
      filteredGifts(scope, filters).orderBy("d.createdAt", "desc").limit(51),
      totalsOf(filteredGifts(scope, filters)),
    ]) {
      const { sql, parameters } = query.compile();
      const { rows } = await client.query(`explain (analyze, buffers) ${sql}`, [...parameters]);
      for (const row of rows) say(row["QUERY PLAN"]);
    }
  }
  return { times, total };
}

await run("bench:school-list", async () => {
  const bench = await openBench();
  try {
    await withDatabase(bench.databaseUrl, async (client) => {
      await fill(client);
      const scope = {
        ...systemScope("bench"),
        kind: "school",
        schoolId: DEMO_SCHOOL_ID,
      } as unknown as SchoolScope;
      const rows: string[][] = [];
      for (const [name, one] of Object.entries(await casesIn(client, scope))) {
        const { times, total } = await measure(client, scope, one);
        rows.push([name, format(total), format(median(times), 1), format(quantile(times, 1), 1)]);
      }
      const others = {
        "tabs' counts": () => countGifts(scope),
        "banks to choose from": () => listGivingBanks(scope),
        "is it their number?": () => isConfirmationOf(scope, "Oyelaran"),
        "where a name's search begins": () => findDonor(scope, "Oyelaran", undefined),
      };
      for (const [name, read] of Object.entries(others)) {
        const times: number[] = [];
        for (let round = 0; round <= rounds; round++) {
          const startedAt = performance.now();
          await read();
          if (round > 0) times.push(performance.now() - startedAt);
        }
        rows.push([name, "", format(median(times), 1), format(quantile(times, 1), 1)]);
      }
      table(["", "gifts counted", "median ms", "slowest ms"], rows);
    });
  } finally {
    await bench.close();
  }
});
