/**
 * CPU time per donation, from its request to the delivered webhook, of the application and its Postgres, in
 * milliseconds. Unlike a rate, it doesn't depend on how busy the machine is. For comparison, on the same Postgres:
 * two no-op durable steps with DBOS and with graphile-worker.
 *
 *   npm run bench:cost
 *
 * First, donations from linked customers right after a new installation starts. Then, alternating, donations without
 * an account, donations from linked customers (with their emails and receipts), and the steps; it prints medians.
 * Optional: BENCH_ROUNDS (3), BENCH_BATCH (4000 donations), and BENCH_PROFILE=<folder> for a CPU profile that a
 * browser's developer tools can open.
 */
import { readFileSync } from "node:fs";
import { donationBody } from "./donations.ts";
import { measure } from "./load.ts";
import { Product } from "./product.ts";
import { start } from "./servers.ts";
import { format, median, run, setting, table } from "./statistics.ts";

const rounds = setting("BENCH_ROUNDS", 3);
const batch = setting("BENCH_BATCH", 4_000);
/** Before each measurement, so that JIT compilation isn't measured. */
const WARM_UP = 2_000;
const CUSTOMERS = 200;
const FIRST_BATCH = 7_000;
const MS_PER_TICK = 10;
/** Each is an argument of reference-process.ts. */
const REFERENCES = ["dbos", "graphile-worker"];

type Usage = { application: number; postgres: number };
/** CPU time per item in milliseconds, and items per second. */
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

function readUsage(pid: number, { bench }: Product): Usage {
  const [server = 0, ...children] = bench.postgresPids();
  let postgres = cpuOf(server).own + cpuOf(server).children;
  for (const child of children) {
    try {
      postgres += cpuOf(child).own;
    } catch {
      // It just exited: its time counts toward the server's exited children.
    }
  }
  return { application: cpuOf(pid).own, postgres };
}

async function measureCost(
  product: Product,
  pid: number,
  send: Send,
  { warmUp = WARM_UP, count = batch } = {},
): Promise<Cost> {
  if (warmUp > 0) await send(warmUp);
  const before = readUsage(pid, product);
  const startedAt = performance.now();
  await send(count);
  const perSecond = count / ((performance.now() - startedAt) / 1_000);
  const after = readUsage(pid, product);
  const each = (field: keyof Usage) => (after[field] - before[field]) / count;
  const [application, postgres] = [each("application"), each("postgres")];
  return { application, postgres, total: application + postgres, perSecond };
}

const sendBodies =
  (product: Product, bodies: string[]): Send =>
  async (requests) => {
    const { failed } = await measure(product.loads(bodies), { requests });
    if (failed > 0) throw new Error(`${failed} requests were not accepted`);
    await product.drain();
  };

const donations = (product: Product, name: string, bodies: string[]): Subject => ({
  name,
  measure: () => measureCost(product, product.first.pid, sendBodies(product, bodies)),
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
  const total = of("total");
  const range = `${format(Math.min(...total), 2)} to ${format(Math.max(...total), 2)}`;
  return [name, ...medians, range, format(median(of("perSecond")))];
}

await run("bench:cost", async () => {
  const folder = process.env.BENCH_PROFILE;
  const flags = folder ? ["--cpu-prof", `--cpu-prof-dir=${folder}`] : [];
  const product = await Product.start({ customers: CUSTOMERS, start: { flags } });
  try {
    const schools = await product.schools();
    const accounts = await product.accounts();
    const bodiesFrom = (customers: (string | undefined)[]) =>
      customers.map((service_user_id, n) =>
        donationBody({ school_id: schools[n % schools.length], service_user_id }),
      );
    const withoutAccount = schools.map(() => undefined);
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
      ...references,
    ];
    const costs = subjects.map((): Cost[] => []);
    for (let round = 0; round < rounds; round++) {
      for (const [nth, subject] of subjects.entries()) {
        costs[nth]?.push(await subject.measure());
      }
    }
    table(
      ["CPU per item", "application ms", "Postgres ms", "total", "range", "done/s"],
      [
        rowOf(`linked customer, the first ${FIRST_BATCH} after a start`, [first]),
        ...subjects.map(({ name }, nth) => rowOf(name, costs[nth] ?? [])),
      ],
    );
  } finally {
    await product.stop();
  }
});
