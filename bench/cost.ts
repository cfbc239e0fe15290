/**
 * CPU time for each donation, from its request to the delivered webhook: the application's and its
 * Postgres', in milliseconds. Unlike a rate it says the same on a busy machine as on an idle one. Beside it, on
 * the same Postgres, what two durable steps that do nothing cost with DBOS and with graphile-worker.
 *
 *   npm run bench:cost
 *
 * Donations without an account first, then from linked customers, each with its emails and its receipt.
 * BENCH_BATCH (3000 donations) may be set; with BENCH_PROFILE=<folder> the application leaves a
 * profile there that a browser's developer tools open.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { donationBody } from "./donations.ts";
import { measure } from "./load.ts";
import { Product } from "./product.ts";
import { start } from "./servers.ts";
import { knob, run, shown, table } from "./statistics.ts";

const batch = knob("BENCH_BATCH", 3_000);
const MS_PER_TICK = 10;
/** Each is an argument of reference-process.ts. */
const REFERENCES = ["dbos", "graphile-worker"];

type Usage = { application: number; postgres: number };

/** User and system time of a process in milliseconds, with that of its ended children separately. */
function cpuOf(pid: number): { parent: number; own: number; ended: number } {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
  const sum = (...places: number[]) =>
    places.reduce((total, place) => total + Number(fields[place]) * MS_PER_TICK, 0);
  return { parent: Number(fields[1]), own: sum(11, 12), ended: sum(13, 14) };
}

function readUsage(pid: number, { bench: { dataDir } }: Product): Usage {
  const server = Number(
    readFileSync(join(dataDir, "postgres/postmaster.pid"), "utf8").split("\n")[0],
  );
  let postgres = cpuOf(server).own + cpuOf(server).ended;
  for (const name of readdirSync("/proc")) {
    if (!/^\d+$/.test(name)) continue;
    try {
      const { parent, own } = cpuOf(Number(name));
      if (parent === server) postgres += own;
    } catch {
      // It has just ended: its time is in the server's own row.
    }
  }
  return { application: cpuOf(pid).own, postgres };
}

/** @param send makes so many, and waits until all are done */
async function measureCost(
  product: Product,
  pid: number,
  send: (count: number) => Promise<void>,
): Promise<string[]> {
  await send(200);
  const before = readUsage(pid, product);
  const startedAt = performance.now();
  await send(batch);
  const done = batch / ((performance.now() - startedAt) / 1_000);
  const after = readUsage(pid, product);
  const each = (part: keyof Usage) => (after[part] - before[part]) / batch;
  const [application, postgres] = [each("application"), each("postgres")];
  return [
    ...[application, postgres, application + postgres].map((ms) => shown(ms, 2)),
    shown(done),
  ];
}

const costOfDonations = (product: Product, bodies: string[]) =>
  measureCost(product, product.first.pid, async (requests) => {
    const { wrong } = await measure(product.loads(bodies), { requests });
    if (wrong > 0) throw new Error(`${wrong} requests were not accepted`);
    await product.drain();
  });

async function costOfReference(product: Product, name: string): Promise<string[]> {
  const DATABASE_URL = await product.bench.create(name);
  const reference = await start(["bench/reference-process.ts", name], { env: { DATABASE_URL } });
  try {
    return await measureCost(product, reference.pid, async (count) => {
      const response = await fetch(`${reference.base}/${count}`, { method: "POST" });
      if (!response.ok) throw new Error(`${name} responded with ${response.status}`);
    });
  } finally {
    await reference.stop();
  }
}

await run("bench:cost", async () => {
  const folder = process.env.BENCH_PROFILE;
  const flags = folder ? ["--cpu-prof", `--cpu-prof-dir=${folder}`] : [];
  const product = await Product.start({ customers: 500, start: { flags } });
  try {
    const schools = await product.schools();
    const accounts = await product.accounts();
    const bodiesFrom = (customers: (string | undefined)[]) =>
      customers.map((service_user_id, n) =>
        donationBody({ school_id: schools[n % schools.length], service_user_id }),
      );
    const nobody = schools.map(() => undefined);
    const rows = [
      ["donation, no account", ...(await costOfDonations(product, bodiesFrom(nobody)))],
      ["donation, linked customer", ...(await costOfDonations(product, bodiesFrom(accounts)))],
    ];
    for (const name of REFERENCES) {
      rows.push([`two steps, ${name}`, ...(await costOfReference(product, name))]);
    }
    table(["CPU for each", "application ms", "Postgres ms", "together", "done/s"], rows);
  } finally {
    await product.stop();
  }
});
