/**
 * CPU time for each donation, from its request to the delivered webhook: the application's and its
 * Postgres', in milliseconds. Unlike a rate it says the same on a busy machine as on an idle one.
 *
 *   npm run bench:cost
 *
 * Donations without an account first, then from linked customers, each with its mails and its receipt.
 * BENCH_BATCH (3000 donations) may be set; with BENCH_PROFILE=<folder> the application leaves a
 * profile there that a browser's developer tools open.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { send } from "./load.ts";
import { Product } from "./product.ts";

const batch = Number(process.env.BENCH_BATCH ?? 3_000);
const MS_PER_TICK = 10;

type Usage = { application: number; postgres: number };

/** User and system time of a process in milliseconds, that of its ended children apart. */
function cpuOf(pid: number): { parent: number; own: number; ended: number } {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
  const sum = (...places: number[]) =>
    places.reduce((total, place) => total + Number(fields[place]) * MS_PER_TICK, 0);
  return { parent: Number(fields[1]), own: sum(11, 12), ended: sum(13, 14) };
}

function readUsage({ pid, dataDir }: Product): Usage {
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
      // It has just ended: the server's own row counts it.
    }
  }
  return { application: cpuOf(pid).own, postgres };
}

async function measureCost(product: Product, what: string, accounts: string[]): Promise<void> {
  const schools = await product.schools();
  const bodyOf = (n: number) => ({
    school_id: schools[n % schools.length],
    ...(accounts.length > 0 ? { service_user_id: accounts[n % accounts.length] } : {}),
  });
  await send(product.load, 200, bodyOf);
  await product.drain();
  const marks = [readUsage(product)];
  const startedAt = performance.now();
  await send(product.load, batch, bodyOf);
  marks.push(readUsage(product));
  await product.drain();
  const perSecond = Math.round(batch / ((performance.now() - startedAt) / 1_000));
  marks.push(readUsage(product));
  const [before, , after] = marks as [Usage, Usage, Usage];
  const each = (part: keyof Usage) => ((after[part] - before[part]) / batch).toFixed(2);
  process.stdout.write(
    `| ${what} | ${each("application")} | ${each("postgres")} | ${perSecond} |\n`,
  );
}

const profile = process.env.BENCH_PROFILE;
const profiling = profile ? ["--cpu-prof", `--cpu-prof-dir=${profile}`] : [];
const product = await Product.start(undefined, profiling);
try {
  process.stdout.write(
    "| CPU for each donation | application ms | Postgres ms | from 202 to told/s |\n|---|---:|---:|---:|\n",
  );
  await measureCost(product, "no account", []);
  await measureCost(product, "linked customer", await product.accounts());
} finally {
  await product.stop();
}
process.exit(0);
