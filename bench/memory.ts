/**
 * Memory under sustained load: donations from linked customers at half of the product's rate, for some minutes. Reads
 * the application's and Postgres's memory every ten seconds, and checks whether it grows in the second half: in the
 * first, caches and the allocator's pools fill.
 *
 *   npm run bench:memory
 *
 * Optional: BENCH_MINUTES (5) and BENCH_RATE (donations per second; default: half of a short flood's rate).
 * Linux only, since it reads /proc.
 */
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { measure, offer } from "./load.ts";
import { openCount, Product } from "./product.ts";
import { format, median, rises, run, say, setting, slopeOf, table } from "./statistics.ts";

const minutes = setting("BENCH_MINUTES", 5);
const READ_INTERVAL_S = Math.min(10, (minutes * 60) / 6);
const WARM_UP_S = minutes * 30;
const MB = 1_000_000;
/** Less growth is noise within a few minutes. */
const MIN_GROWTH_MB = 60;

type Reading = { rss: number; heap: number; external: number; postgres: number; open: number };

/** The memory of a process, with its share of shared memory. */
function proportionalSize(pid: number): number {
  try {
    const text = readFileSync(`/proc/${pid}/smaps_rollup`, "utf8");
    return Number(/^Pss:\s+(\d+)/m.exec(text)?.[1] ?? 0) * 1_024;
  } catch {
    // It has exited in the meantime.
    return 0;
  }
}

/** The memory of all Postgres processes. */
function postgresSize(dataDir: string): number {
  const file = path.join(dataDir, "postgres/postmaster.pid");
  const postmaster = Number(readFileSync(file, "utf8").split("\n")[0]);
  const parentOf = (pid: number) => {
    try {
      return Number(readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ")[1]);
    } catch {
      return 0;
    }
  };
  const all = readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(Number);
  const ours = [postmaster, ...all.filter((pid) => parentOf(pid) === postmaster)];
  return ours.reduce((sum, pid) => sum + proportionalSize(pid), 0);
}

async function read(product: Product): Promise<Reading> {
  const { child } = product.first;
  const reply = once(child, "message");
  child.send("memory");
  const [memory] = (await reply) as [NodeJS.MemoryUsage];
  return {
    rss: memory.rss,
    heap: memory.heapUsed,
    external: memory.external,
    postgres: postgresSize(product.bench.dataDir),
    open: openCount(await product.backlog()),
  };
}

/** Half of the rate at which donations are completed and their webhooks delivered, from a short flood. */
async function halfOfHighest(product: Product, bodies: string[]): Promise<number> {
  if (process.env.BENCH_RATE) return setting("BENCH_RATE", 1);
  await measure(product.loads(bodies), { seconds: 2 });
  await product.drain();
  const before = await product.backlog();
  const startedAt = performance.now();
  await measure(product.loads(bodies), { seconds: 5 });
  await product.drain();
  const delivered = (await product.backlog()).delivered - before.delivered;
  return Math.max(1, Math.floor((delivered / ((performance.now() - startedAt) / 1_000)) * 0.5));
}

async function readings(product: Product, load: Promise<unknown>): Promise<[number, Reading][]> {
  const all: [number, Reading][] = [];
  const startedAt = performance.now();
  let isDone = false;
  void load.finally(() => {
    isDone = true;
  });
  for (let nth = 0; !isDone; nth++) {
    await wait(Math.max(0, startedAt + nth * READ_INTERVAL_S * 1_000 - performance.now()));
    if (!isDone) all.push([(performance.now() - startedAt) / 1_000, await read(product)]);
  }
  return all;
}

function report(all: [number, Reading][]): void {
  const names: [keyof Reading, string][] = [
    ["rss", "application: resident"],
    ["heap", "application: heap, after collecting garbage"],
    ["external", "application: outside the heap (buffers)"],
    ["postgres", "Postgres, all its processes"],
  ];
  const later = all.filter(([at]) => at >= WARM_UP_S);
  const rows = names.map(([field, name]) => {
    const of = (part: [number, Reading][]) => part.map(([, reading]) => reading[field] / MB);
    const samples = later.map(([at, reading]) => [at / 3_600, reading[field] / MB] as const);
    const slope = slopeOf(samples);
    const values = [
      of(all)[0] ?? 0,
      median(of(later)),
      of(later).at(-1) ?? 0,
      Math.max(...of(all)),
    ];
    return [
      name,
      ...values.map((value) => format(value, 1)),
      `${format(slope.perSecond)} ± ${format(slope.error)}`,
      rises(slope, MIN_GROWTH_MB) ? "**grows**" : "doesn't grow",
    ];
  });
  table(["MB", "start", "median", "end", "maximum", "slope, MB per hour", ""], rows);
}

await run("bench:memory", async () => {
  const probe = path.join(import.meta.dirname, "memory-probe.ts");
  const product = await Product.start({
    customers: 500,
    start: { flags: ["--expose-gc", "--import", probe] },
  });
  try {
    const bodies = await product.linkedBodies();
    const rate = await halfOfHighest(product, bodies);
    const load = offer(product.loads(bodies), minutes * 60, rate);
    const all = await readings(product, load);
    const { perSecond, p99, failed } = await load;
    report(all);
    const open = median(all.map(([, reading]) => reading.open));
    say(
      `${format(perSecond, 1)} donations per second from linked customers for ${minutes} minutes ` +
        `(${format(perSecond * minutes * 60)} in total, ${failed} not accepted, p99 ${format(p99)} ms, ` +
        `backlog ${format(open)}); slopes from second ${WARM_UP_S}.\n`,
    );
  } finally {
    await product.stop();
  }
});
