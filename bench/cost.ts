/**
 * CPU time for each donation, from its request to the delivered webhook: the application's and its
 * Postgres', in milliseconds. Unlike a rate it says the same on a busy machine as on an idle one.
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
import { knob, run, shown, table } from "./statistics.ts";

const batch = knob("BENCH_BATCH", 3_000);
const MS_PER_TICK = 10;

type Usage = { application: number; postgres: number };

/** User and system time of a process in milliseconds, with that of its ended children separately. */
function cpuOf(pid: number): { parent: number; own: number; ended: number } {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
  const sum = (...places: number[]) =>
    places.reduce((total, place) => total + Number(fields[place]) * MS_PER_TICK, 0);
  return { parent: Number(fields[1]), own: sum(11, 12), ended: sum(13, 14) };
}

function readUsage({ first: { pid }, bench: { dataDir } }: Product): Usage {
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

async function measureCost(product: Product, what: string, bodies: string[]): Promise<string[]> {
  const send = async (requests: number) => {
    const { wrong } = await measure(product.loads(bodies), { requests });
    if (wrong > 0) throw new Error(`${wrong} requests were not accepted`);
    await product.drain();
  };
  await send(200);
  const before = readUsage(product);
  const startedAt = performance.now();
  await send(batch);
  const told = batch / ((performance.now() - startedAt) / 1_000);
  const after = readUsage(product);
  const each = (part: keyof Usage) => (after[part] - before[part]) / batch;
  const [application, postgres] = [each("application"), each("postgres")];
  return [
    what,
    shown(application, 2),
    shown(postgres, 2),
    shown(application + postgres, 2),
    shown(told),
  ];
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
    const rows = [
      await measureCost(product, "no account", bodiesFrom(schools.map(() => undefined))),
      await measureCost(product, "linked customer", bodiesFrom(accounts)),
    ];
    const head = ["CPU for each donation", "application ms", "Postgres ms", "together", "told/s"];
    table(head, rows);
  } finally {
    await product.stop();
  }
});
