/**
 * What a donation costs from its request to the delivered webhook: CPU time of the application and its Postgres in
 * milliseconds, statements, transactions, fsyncs, and bytes of WAL. Unlike a rate, this doesn't depend much on how busy the
 * machine is. For comparison, on the same Postgres: two no-op durable steps with DBOS and with graphile-worker.
 *
 *   npm run bench:cost
 *
 * First, what a new installation costs idle, then donations from linked customers.
 * Then, alternating, donations without an account and from linked customers (with their emails and receipts), over busy
 * connections and at 20 a second, and the steps; it prints medians.
 * Optional: BENCH_ROUNDS (3), BENCH_BATCH (4000 donations), BENCH_SECONDS (30 at 20 a second), and
 * BENCH_PROFILE=<folder> for a CPU profile that a browser's developer tools can open.
 */
import { readFileSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import { donationBody } from "./donations.ts";
import { measure, offer } from "./load.ts";
import { Product } from "./product.ts";
import { start } from "./servers.ts";
import { format, median, run, setting, table } from "./statistics.ts";

const rounds = setting("BENCH_ROUNDS", 3);
const batch = setting("BENCH_BATCH", 4_000);
/** Before each measurement, so that JIT compilation isn't measured. */
const WARM_UP = 2_000;
const CUSTOMERS = 200;
const FIRST_BATCH = 7_000;
/** A bank's everyday rate: each donation comes alone. */
const PER_SECOND = 20;
const seconds = setting("BENCH_SECONDS", 30);
const IDLE_SECONDS = 10;
const MS_PER_TICK = 10;
/** Each is an argument of reference-process.ts. */
const REFERENCES = ["dbos", "graphile-worker"];

/** CPU time in milliseconds, and what Postgres counted. */
const USED = [
  "application",
  "postgres",
  "statements",
  "transactions",
  "fsyncs",
  "walBytes",
] as const;
type Usage = Record<(typeof USED)[number], number>;
/** Usage per item, and items per second. */
type Cost = Usage & { total: number; perSecond: number };
/** Sends this many items, and waits until all are done. */
type Send = (count: number) => Promise<void>;
type Subject = { name: string; measure(): Promise<Cost> };

/** User and system time of a process in milliseconds; that of its exited children separately. */
function cpuOf(pid: number): { own: number; children: number } {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
  const sum = (...indexes: number[]) =>
    indexes.reduce((total, index) => total + Number(fields[index]) * MS_PER_TICK, 0);
  return { own: sum(11, 12), children: sum(13, 14) };
}

async function readUsage(pid: number, { bench, client }: Product): Promise<Usage> {
  const { rows } = await client.query<Omit<Usage, "application" | "postgres">>(`
    select (select sum(calls)::float8 from pg_stat_statements) as statements,
      (select sum(xact_commit + xact_rollback)::float8 from pg_stat_database) as transactions,
      (select sum(fsyncs)::float8 from pg_stat_io where object = 'wal') as fsyncs,
      (select wal_bytes::float8 from pg_stat_wal) as "walBytes"`);
  const [server = 0, ...children] = bench.postgresPids();
  let postgres = cpuOf(server).own + cpuOf(server).children;
  for (const child of children) {
    try {
      postgres += cpuOf(child).own;
    } catch {
      // It just exited: its time counts toward the server's exited children.
    }
  }
  return { ...(rows[0] as Usage), application: cpuOf(pid).own, postgres };
}

async function measureCost(
  product: Product,
  pid: number,
  send: Send,
  { warmUp = WARM_UP, count = batch } = {},
): Promise<Cost> {
  if (warmUp > 0) await send(warmUp);
  const before = await readUsage(pid, product);
  const startedAt = performance.now();
  await send(count);
  const perSecond = count / ((performance.now() - startedAt) / 1_000);
  // Processes report their statistics within a second.
  await wait(1_200);
  const after = await readUsage(pid, product);
  const each = USED.map((field) => [field, (after[field] - before[field]) / count]);
  const usage: Usage = Object.fromEntries(each);
  return { ...usage, total: usage.application + usage.postgres, perSecond };
}

const sendBodies =
  (product: Product, bodies: string[]): Send =>
  async (requests) => {
    const { failed } = await measure(product.loads(bodies), { requests });
    if (failed > 0) throw new Error(`${failed} requests were not accepted`);
    await product.drain();
  };

const donations = (product: Product, name: string, bodies: string[]): Subject => ({
  name: `${name}, busy connections`,
  measure: () => measureCost(product, product.first.pid, sendBodies(product, bodies)),
});

const everyday = (product: Product, name: string, bodies: string[]): Subject => ({
  name: `${name}, ${PER_SECOND} a second`,
  measure() {
    const send: Send = async (count) => {
      const { failed } = await offer(product.loads(bodies), count / PER_SECOND, PER_SECOND);
      if (failed > 0) throw new Error(`${failed} requests were not accepted`);
      await product.drain();
    };
    const count = seconds * PER_SECOND;
    return measureCost(product, product.first.pid, send, { warmUp: 5 * PER_SECOND, count });
  },
});

/** Runs only while it is measured, since it polls the same Postgres even when idle. */
const reference = (product: Product, name: string, databaseUrl: string): Subject => ({
  name: `two steps, ${name}`,
  async measure() {
    const env = { DATABASE_URL: databaseUrl };
    const { pid, base, stop } = await start(["bench/reference-process.ts", name], { env });
    try {
      return await measureCost(product, pid, async (count) => {
        const response = await fetch(`${base}/${count}`, { method: "POST" });
        if (!response.ok) throw new Error(`${name} responded with ${response.status}`);
      });
    } finally {
      await stop();
    }
  },
});

function rowOf(name: string, costs: Cost[]): string[] {
  const of = (field: keyof Cost) => costs.map((cost) => cost[field]);
  const medians = (["application", "postgres", "total"] as const).map((field) =>
    format(median(of(field)), 2),
  );
  const counts = (["statements", "transactions", "fsyncs"] as const).map((field) =>
    format(median(of(field)), 1),
  );
  const total = of("total");
  const range = `${format(Math.min(...total), 2)} to ${format(Math.max(...total), 2)}`;
  const rates = [format(median(of("walBytes"))), format(median(of("perSecond")))];
  return [name, ...medians, range, ...counts, ...rates];
}

await run("bench:cost", async () => {
  const folder = process.env.BENCH_PROFILE;
  const flags = folder ? ["--cpu-prof", `--cpu-prof-dir=${folder}`] : [];
  const product = await Product.start({
    customers: CUSTOMERS,
    start: { flags },
    countStatements: true,
  });
  try {
    const schools = await product.schools();
    const accounts = await product.accounts();
    const bodiesFrom = (customers: (string | undefined)[]) =>
      customers.map((service_user_id, n) =>
        donationBody({ school_id: schools[n % schools.length], service_user_id }),
      );
    const withoutAccount = schools.map(() => undefined);
    const idle = await measureCost(product, product.first.pid, (count) => wait(count * 1_000), {
      warmUp: 3,
      count: IDLE_SECONDS,
    });
    // In a database without statistics, by a process that is still being JIT-compiled.
    const first = await measureCost(
      product,
      product.first.pid,
      sendBodies(product, bodiesFrom(accounts)),
      { warmUp: 0, count: FIRST_BATCH },
    );
    const references: Subject[] = [];
    for (const name of REFERENCES) {
      references.push(reference(product, name, await product.bench.create(name)));
    }
    const subjects = [
      donations(product, "donation, no account", bodiesFrom(withoutAccount)),
      donations(product, "donation, linked customer", bodiesFrom(accounts)),
      everyday(product, "donation, no account", bodiesFrom(withoutAccount)),
      everyday(product, "donation, linked customer", bodiesFrom(accounts)),
      ...references,
    ];
    const costs = subjects.map((): Cost[] => []);
    for (let round = 0; round < rounds; round++) {
      for (const [nth, subject] of subjects.entries()) {
        costs[nth]?.push(await subject.measure());
      }
    }
    table(
      [
        "per item",
        "application ms",
        "Postgres ms",
        "total",
        "range",
        "statements",
        "transactions",
        "fsyncs",
        "WAL bytes",
        "done/s",
      ],
      [
        rowOf("a second without requests", [idle]),
        rowOf(`linked customer, the first ${FIRST_BATCH} after a start`, [first]),
        ...subjects.map(({ name }, nth) => rowOf(name, costs[nth] ?? [])),
      ],
    );
  } finally {
    await product.stop();
  }
});
