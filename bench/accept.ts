/**
 * Requests per second of `POST /v1/donations/request`: the application, a minimal Fastify server and pgbench with
 * the same statement, and an echo for comparison. They alternate within one run, on one database with durability on.
 *
 *   npm run bench:accept
 *
 * Optional: BENCH_ROUNDS (3), BENCH_SECONDS (4) per measurement, and BENCH_NEXT=1 to also measure plain Next.js
 * (and first build its echo).
 */
import { DEMO_BANK_ID } from "#lib/sandbox/demo-bank.ts";
import { donationBody, donationsTo } from "./donations.ts";
import { type Bench, openBench } from "./installation.ts";
import { type Load, type Measured, measure } from "./load.ts";
import { measurePgbench } from "./pgbench.ts";
import { buildEcho, type Running, startApiServer, startFastify, startNext } from "./servers.ts";
import { format, median, run, say, setting, table } from "./statistics.ts";

const rounds = setting("BENCH_ROUNDS", 3);
const seconds = setting("BENCH_SECONDS", 4);

type Results = Map<string, Measured[]>;

async function startAll(bench: Bench): Promise<[Running[], Record<string, Load>]> {
  const { api_key: key } = bench.demo;
  const echoOf = ({ base }: Running) => ({ url: `${base}/echo`, bodies: [donationBody()] });
  const [server, fastify] = [await startApiServer(), await startFastify()];
  const loads: Record<string, Load> = {
    "donation, the application": donationsTo(server, key),
    "donation, minimal Fastify": donationsTo(fastify, key),
    "echo, the application": echoOf(server),
    "echo, minimal Fastify": echoOf(fastify),
  };
  if (!process.env.BENCH_NEXT) return [[server, fastify], loads];
  await buildEcho();
  const [next, nextEcho] = [await startNext("."), await startNext("bench/echo")];
  loads["donation, plain Next.js"] = donationsTo(next, key);
  loads["echo, plain Next.js"] = echoOf(nextEcho);
  return [[server, fastify, next, nextEcho], loads];
}

async function measureAll(bench: Bench, loads: Record<string, Load>) {
  const results: Results = new Map(Object.keys(loads).map((name) => [name, []]));
  const statement: number[] = [];
  for (const load of Object.values(loads)) await measure([load], { seconds: 2 });
  for (let round = 0; round < rounds; round++) {
    for (const [name, load] of Object.entries(loads)) {
      results.get(name)?.push(await measure([load], { seconds }));
    }
    const tps = await measurePgbench(bench.databaseUrl, DEMO_BANK_ID, "ohio-state", seconds);
    if (tps !== undefined) statement.push(tps);
  }
  return { results, statement };
}

function report(results: Results, statement: number[]): void {
  const of = (name: string, field: keyof Measured) =>
    median((results.get(name) as Measured[]).map((one) => one[field]));
  const names = [...results.keys()];
  const row = (name: string, rate: number) => {
    const ratio = of(names[0] as string, "perSecond") / rate;
    return [name, format(rate), rate === 0 ? "" : format(ratio, 2)];
  };
  const rows = names.map((name) => {
    const failed = results.get(name)?.reduce((sum, one) => sum + one.failed, 0) ?? 0;
    const times = [format(of(name, "p50"), 1), format(of(name, "p99"), 1), String(failed)];
    return [...row(name, of(name, "perSecond")), ...times];
  });
  const tps = statement.length > 0 ? median(statement) : undefined;
  if (tps) rows.push([...row("the same statement, pgbench", tps), "", "", ""]);
  table(["", "requests/s", "application : this", "p50 ms", "p99 ms", "not 2xx"], rows);
  if (!tps) say("pgbench is not installed here (Debian: postgresql-contrib); it was left out.\n");
}

await run("bench:accept", async () => {
  const bench = await openBench();
  const running: Running[] = [];
  try {
    const [servers, loads] = await startAll(bench);
    running.push(...servers);
    const { results, statement } = await measureAll(bench, loads);
    report(results, statement);
  } finally {
    for (const server of running) await server.stop();
    await bench.close();
  }
});
