/**
 * What an unpaid limit costs a bank: donations accepted per second over 64 connections, without a limit and with one that is
 * never reached, alternately within one run, from one process and from two. Then a limit that is reached: gifts of several
 * sizes never exceed it by a cent.
 *
 *   npm run bench:limits
 *
 * Optional: BENCH_ROUNDS (3) and BENCH_SECONDS (4) per measurement.
 */
import { systemScope } from "#lib/auth/scopes.ts";
import { updateBank } from "#lib/banks/mutations.ts";
import { closeDatabase } from "#lib/database/prisma.ts";
import { asCents, type Cents } from "#lib/money.ts";
import { DEMO_BANK_ID } from "#lib/sandbox/demo-bank.ts";
import { donationBody, donationsTo } from "./donations.ts";
import { type Bench, openBench, withDatabase } from "./installation.ts";
import { type Measured, measure } from "./load.ts";
import { type Running, startApiServer } from "./servers.ts";
import { format, median, run, say, setting, table } from "./statistics.ts";

const rounds = setting("BENCH_ROUNDS", 3);
const seconds = setting("BENCH_SECONDS", 4);
const CONNECTIONS = 64;
const NEVER_REACHED = asCents(1e14);

const limit = (maxUnpaidCents: Cents | null) =>
  updateBank(systemScope("bench"), DEMO_BANK_ID, { maxUnpaidCents });

async function measureWith(bench: Bench, servers: Running[], max: Cents | null) {
  await limit(max);
  const loads = servers.map((server) => donationsTo(server, bench.demo.api_key));
  await measure(loads, { seconds: 1 }, CONNECTIONS);
  const measured = await measure(loads, { seconds }, CONNECTIONS);
  if (measured.failed > 0) throw new Error(`${measured.failed} requests were not accepted`);
  return measured;
}

async function compare(bench: Bench, servers: Running[]): Promise<string[]> {
  const [without, within]: [Measured[], Measured[]] = [[], []];
  for (let round = 0; round < rounds; round++) {
    without.push(await measureWith(bench, servers, null));
    within.push(await measureWith(bench, servers, NEVER_REACHED));
  }
  const of = (all: Measured[], field: keyof Measured) => median(all.map((one) => one[field]));
  const [free, limited] = [of(without, "perSecond"), of(within, "perSecond")];
  const times = [of(without, "p99"), of(within, "p99")].map((ms) => format(ms, 1));
  return [
    String(servers.length),
    format(free),
    format(limited),
    format(limited / free, 2),
    ...times,
  ];
}

/** At least the school's minimum. */
const SIZES = [20, 23.77, 25, 99.99, 250.01];

/** Gifts until well after the limit is reached. */
async function reach(bench: Bench, servers: Running[]): Promise<void> {
  const before = (await limit(NEVER_REACHED))?.unpaidUsd ?? 0;
  const max = asCents(Math.round(before * 100) + 2_000_001);
  await limit(max);
  const bodies = SIZES.map((dollar_amount) => donationBody({ dollar_amount, points_redeemed: 0 }));
  const loads = servers.map((server) => donationsTo(server, bench.demo.api_key, bodies));
  const { failed, perSecond } = await measure(loads, { seconds }, CONNECTIONS);
  const sums = `select sum(amount_cents)::int8 as cents, (select unpaid_cents from bank_limit where bank_id = $1) as counted
    from donation where bank_id = $1 and status <> 'failed'`;
  const { rows } = await withDatabase(bench.databaseUrl, (client) =>
    client.query(sums, [DEMO_BANK_ID]),
  );
  const left = max - Number(rows[0].cents);
  if (left < 0 || left >= 2_000 || rows[0].cents !== rows[0].counted) {
    throw new Error(`the limit of ${max} cents isn't exact: ${JSON.stringify(rows[0])}`);
  }
  say(
    `\nA limit of $20,000.01 more: ${left} cents are left, ${format(perSecond * seconds)} accepted, ${failed} refused.`,
  );
}

await run("bench:limits", async () => {
  const bench = await openBench();
  const servers: Running[] = [];
  try {
    for (let n = 0; n < 2; n++) servers.push(await startApiServer());
    const rows = [await compare(bench, servers.slice(0, 1)), await compare(bench, servers)];
    const head = ["processes", "without a limit/s", "with one/s", "with : without"];
    table([...head, "p99 without, ms", "p99 with one, ms"], rows);
    await reach(bench, servers);
  } finally {
    for (const server of servers) await server.stop();
    await closeDatabase();
    await bench.close();
  }
});
