/**
 * Memory under sustained load: donations from linked customers at half of what the product completes
 * and tells, for some minutes; the application's and Postgres' memory every ten seconds, and whether
 * it grows in the second half of the time: in the first, caches and the allocator's pools fill.
 *
 *   npm run bench:memory
 *
 * BENCH_MINUTES (5) and BENCH_RATE (donations a second; default: half of what a short flood shows) may
 * be set. Needs Linux: it reads /proc.
 */
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { measure, offer } from "./load.ts";
import { openCount, Product } from "./product.ts";
import { knob, median, rises, run, type Sample, say, shown, slopeOf, table } from "./statistics.ts";

const minutes = knob("BENCH_MINUTES", 5);
const EVERY_S = Math.min(10, (minutes * 60) / 6);
const WARM_UP_S = minutes * 30;
const MB = 1_000_000;
/** Growth below this is noise within some minutes. */
const MATTERS_MB_AN_HOUR = 60;

type Reading = { rss: number; heap: number; external: number; postgres: number; open: number };

/** The memory of a process, with its share of shared memory. */
function proportionalSize(pid: number): number {
  try {
    const text = readFileSync(`/proc/${pid}/smaps_rollup`, "utf8");
    return Number(/^Pss:\s+(\d+)/m.exec(text)?.[1] ?? 0) * 1_024;
  } catch {
    // It has ended in the meantime.
    return 0;
  }
}

/** Postgres with all its processes. */
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
  const answer = once(child, "message");
  child.send("memory");
  const [memory] = (await answer) as [NodeJS.MemoryUsage];
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
  if (process.env.BENCH_RATE) return knob("BENCH_RATE", 1);
  await measure(product.loads(bodies), { seconds: 2 });
  await product.drain();
  const before = await product.backlog();
  const startedAt = performance.now();
  await measure(product.loads(bodies), { seconds: 5 });
  await product.drain();
  const told = (await product.backlog()).delivered - before.delivered;
  return Math.max(1, Math.floor((told / ((performance.now() - startedAt) / 1_000)) * 0.5));
}

async function readings(product: Product, load: Promise<unknown>): Promise<[number, Reading][]> {
  const all: [number, Reading][] = [];
  const startedAt = performance.now();
  let isOver = false;
  void load.finally(() => {
    isOver = true;
  });
  for (let nth = 0; !isOver; nth++) {
    await wait(Math.max(0, startedAt + nth * EVERY_S * 1_000 - performance.now()));
    if (!isOver) all.push([(performance.now() - startedAt) / 1_000, await read(product)]);
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
    const samples = later.map(([at, reading]): Sample => [at / 3_600, reading[field] / MB]);
    const slope = slopeOf(samples);
    const values = [
      of(all)[0] ?? 0,
      median(of(later)),
      of(later).at(-1) ?? 0,
      Math.max(...of(all)),
    ];
    return [
      name,
      ...values.map((value) => shown(value, 1)),
      `${shown(slope.perSecond)} ± ${shown(slope.error)}`,
      rises(slope, MATTERS_MB_AN_HOUR) ? "**grows**" : "does not grow",
    ];
  });
  table(["MB", "at the start", "middle", "at the end", "at most", "slope, MB an hour", ""], rows);
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
    const { perSecond, p99, wrong } = await load;
    report(all);
    const open = median(all.map(([, reading]) => reading.open));
    say(
      `${shown(perSecond, 1)} donations a second from linked customers for ${minutes} minutes ` +
        `(${shown(perSecond * minutes * 60)} in all, ${wrong} not accepted, p99 ${shown(p99)} ms, ` +
        `backlog ${shown(open)}); slopes from second ${WARM_UP_S} on.\n`,
    );
  } finally {
    await product.stop();
  }
});
