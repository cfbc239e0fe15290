/**
 * CPU time for each donation, from its request to the delivered webhook: the application's and its
 * Postgres', in milliseconds. Unlike a rate it says the same on a busy machine as on an idle one. Beside it, on
 * the same Postgres, what two durable steps that do nothing cost with DBOS and with graphile-worker.
 *
 *   npm run bench:cost
 *
 * First the donations from linked customers that a new installation gets right after its start. Then donations
 * without an account, from linked customers (each with its emails and its receipt), and the steps, in turns; the
 * medians are shown. BENCH_ROUNDS (3) and BENCH_BATCH (4000 donations) may be set; with BENCH_PROFILE=<folder> the
 * application leaves a profile there that a browser's developer tools open.
 */
import { readFileSync } from "node:fs";
import { donationBody } from "./donations.ts";
import { measure } from "./load.ts";
import { Product } from "./product.ts";
import { start } from "./servers.ts";
import { knob, median, run, shown, table } from "./statistics.ts";

const rounds = knob("BENCH_ROUNDS", 3);
const batch = knob("BENCH_BATCH", 4_000);
/** Before each measurement, so that no process is measured while its code is still being compiled. */
const WARM_UP = 2_000;
const CUSTOMERS = 200;
const FIRST = 7_000;
const MS_PER_TICK = 10;
/** Each is an argument of reference-process.ts. */
const REFERENCES = ["dbos", "graphile-worker"];

type Usage = { application: number; postgres: number };
/** CPU time for each in milliseconds, and how many are done in a second. */
type Cost = Usage & { total: number; perSecond: number };
/** What is measured: makes so many, and waits until all are done. */
type Send = (count: number) => Promise<void>;
type Subject = { name: string; measure(): Promise<Cost> };

/** User and system time of a process in milliseconds, with that of its ended children separately. */
function cpuOf(pid: number): { own: number; ended: number } {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
  const sum = (...places: number[]) =>
    places.reduce((total, place) => total + Number(fields[place]) * MS_PER_TICK, 0);
  return { own: sum(11, 12), ended: sum(13, 14) };
}

function readUsage(pid: number, { bench }: Product): Usage {
  const [server = 0, ...children] = bench.postgresPids();
  let postgres = cpuOf(server).own + cpuOf(server).ended;
  for (const child of children) {
    try {
      postgres += cpuOf(child).own;
    } catch {
      // It has just ended: its time is in the server's own row.
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
  const each = (part: keyof Usage) => (after[part] - before[part]) / count;
  const [application, postgres] = [each("application"), each("postgres")];
  return { application, postgres, total: application + postgres, perSecond };
}

const sendOf =
  (product: Product, bodies: string[]): Send =>
  async (requests) => {
    const { wrong } = await measure(product.loads(bodies), { requests });
    if (wrong > 0) throw new Error(`${wrong} requests were not accepted`);
    await product.drain();
  };

const donations = (product: Product, name: string, bodies: string[]): Subject => ({
  name,
  measure: () => measureCost(product, product.first.pid, sendOf(product, bodies)),
});

/** It runs only while it is measured: an idle one polls the same Postgres. */
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
  const of = (part: keyof Cost) => costs.map((cost) => cost[part]);
  const medians = (["application", "postgres", "total"] as const).map((part) =>
    shown(median(of(part)), 2),
  );
  const total = of("total");
  const range = `${shown(Math.min(...total), 2)} to ${shown(Math.max(...total), 2)}`;
  return [name, ...medians, range, shown(median(of("perSecond")))];
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
    const nobody = schools.map(() => undefined);
    // In a database without statistics, by a process whose code is compiled while it runs.
    const first = await measureCost(
      product,
      product.first.pid,
      sendOf(product, bodiesFrom(accounts)),
      { warmUp: 0, count: FIRST },
    );
    const references: Subject[] = [];
    for (const name of REFERENCES) {
      references.push(reference(product, name, await product.bench.create(name)));
    }
    const subjects = [
      donations(product, "donation, no account", bodiesFrom(nobody)),
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
      ["CPU for each", "application ms", "Postgres ms", "together", "from to", "done/s"],
      [
        rowOf(`linked customer, the first ${FIRST} after a start`, [first]),
        ...subjects.map(({ name }, nth) => rowOf(name, costs[nth] ?? [])),
      ],
    );
  } finally {
    await product.stop();
  }
});
