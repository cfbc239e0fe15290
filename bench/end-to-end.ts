/**
 * Donations per second from 202 to completed and told, by the whole product: one application process
 * with its engine, the stub platform, a receiver that answers at once.
 *
 *   npm run bench:end-to-end
 *
 * Twice: for donations from nobody that is linked, and from 500 linked customers, where each has its
 * emails and its receipt. Each time: as fast as clients can for some seconds, and how fast that drains;
 * then even rates, a step higher each time, until the backlog grows; then the highest of them for
 * longer. In between, what the same application accepts with its engine off, on the same server.
 * BENCH_SECONDS (25, for the last), BENCH_STEP_SECONDS (8), and BENCH_RATE (where the steps begin;
 * default: 0.8 of what the beginning has shown) may be set.
 */
import { readFileSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import { donationsTo } from "./donations.ts";
import { type Load, measure } from "./load.ts";
import { Product } from "./product.ts";
import { startApiServer } from "./servers.ts";
import { knob, median, run, say, shown, table } from "./statistics.ts";
import { type Sustained, sustain } from "./sustained-load.ts";

const seconds = knob("BENCH_SECONDS", 25);
const stepSeconds = knob("BENCH_STEP_SECONDS", 8);
const FLOOD_SECONDS = Math.min(5, stepSeconds);
const STEP = 1.12;
const MAX_STEPS = 6;

type Flood = { accepted: number; backlog: number; drained: number; overall: number };

async function flood(product: Product, loads: Load[]): Promise<Flood> {
  const before = await product.backlog();
  const startedAt = performance.now();
  const { perSecond: accepted, wrong } = await measure(loads, { seconds: FLOOD_SECONDS });
  if (wrong > 0) throw new Error(`${wrong} requests were not accepted`);
  const { backlog, perSecond: drained } = await product.drain();
  const told = (await product.backlog()).delivered - before.delivered;
  return { accepted, backlog, drained, overall: told / ((performance.now() - startedAt) / 1_000) };
}

/** Raises the rate until the backlog grows. @returns every step */
async function climb(product: Product, loads: Load[], from: number): Promise<Sustained[]> {
  const steps: Sustained[] = [];
  for (let rate = from; steps.length < MAX_STEPS; rate *= STEP) {
    const step = await sustain(product, loads, Math.floor(rate), stepSeconds);
    steps.push(step);
    await product.drain();
    if (!step.isSteady) break;
  }
  return steps;
}

/** The highest rate that holds for longer, tried from the top; the last if none of three does. */
async function confirm(product: Product, loads: Load[], from: number): Promise<Sustained[]> {
  const tries: Sustained[] = [];
  for (let rate = from; tries.length < 3; rate /= STEP) {
    const attempt = await sustain(product, loads, Math.floor(rate), seconds);
    tries.push(attempt);
    await product.drain();
    if (attempt.isSteady) break;
  }
  return tries;
}

function rowOf(what: string, sustained: Sustained): string[] {
  const { offered, perSecond, toldPerSecond, p99, backlog, slope, isSteady } = sustained;
  const open = backlog.map(([, count]) => count);
  return [
    what,
    ...[offered, perSecond, toldPerSecond, p99].map((value) => shown(value)),
    ...(open.length > 0 ? [shown(median(open)), shown(Math.max(...open))] : ["", ""]),
    `${slope.perSecond.toFixed(1)} ± ${slope.error.toFixed(1)}`,
    isSteady ? "yes" : "no",
  ];
}

type Outcome = { flooded: Flood; highest: Sustained | undefined; bytesEach: number };

async function measureKind(product: Product, bodies?: string[]): Promise<Outcome> {
  const loads = product.loads(bodies);
  const before = { size: await product.size(), ...(await product.backlog()) };
  const flooded = await flood(product, loads);
  const begin = process.env.BENCH_RATE ? knob("BENCH_RATE", 1) : flooded.overall * 0.8;
  const steps = await climb(product, loads, begin);
  const best = steps.filter(({ isSteady }) => isSteady).at(-1)?.offered ?? begin / STEP;
  const tries = await confirm(product, loads, best);
  const after = { size: await product.size(), ...(await product.backlog()) };
  table(
    [
      "",
      "offered/s",
      "accepted/s",
      "told/s",
      "p99 ms",
      "backlog",
      "at most",
      "its slope/s",
      "steady",
    ],
    [
      ...steps.map((step) => rowOf(`${stepSeconds} s`, step)),
      ...tries.map((attempt) => rowOf(`${seconds} s`, attempt)),
    ],
  );
  if (steps.every(({ isSteady }) => isSteady)) {
    say("Even the last step was steady: begin higher with BENCH_RATE to find the highest.\n");
  }
  return {
    flooded,
    highest: tries.find(({ isSteady }) => isSteady),
    bytesEach: (after.size - before.size) / (after.delivered - before.delivered),
  };
}

/** CPU time of the idle application, in milliseconds per second. */
async function idle(pid: number): Promise<number> {
  // User and system time, in ticks of 10 ms.
  const ticks = () => {
    const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
    return Number(fields[11]) + Number(fields[12]);
  };
  const before = ticks();
  await wait(5_000);
  return ((ticks() - before) * 10) / 5;
}

function summarize(outcomes: Record<string, Outcome>, alone: number): void {
  const rows: [string, (outcome: Outcome) => string][] = [
    ["accepted as fast as clients can ask, engine running, /s", (o) => shown(o.flooded.accepted)],
    [`backlog after ${FLOOD_SECONDS} s of that`, (o) => shown(o.flooded.backlog)],
    ["drained at, /s", (o) => shown(o.flooded.drained)],
    ["**highest steady rate, completed and told, /s**", (o) => shown(o.highest?.offered ?? 0)],
    ["the application accepts alone, engine off, /s", () => shown(alone)],
    [
      "**highest steady rate : accepted alone**",
      (o) => shown((o.highest?.offered ?? 0) / alone, 2),
    ],
    ["disk for each donation, all included, kB", (o) => shown(o.bytesEach / 1_000, 1)],
  ];
  const all = Object.values(outcomes);
  table(
    ["", ...Object.keys(outcomes)],
    rows.map(([name, of]) => [name, ...all.map(of)]),
  );
  if (all.some(({ highest }) => !highest)) say("0: no rate that was tried was steady.\n");
}

await run("bench:end-to-end", async () => {
  let copy = "";
  const product = await Product.start({
    customers: 500,
    prepare: async (bench) => {
      copy = await bench.copy("points_alone");
    },
  });
  const door = await startApiServer({ DATABASE_URL: copy });
  const alone: number[] = [];
  const acceptAlone = async () => {
    const load = donationsTo(door, product.bench.demo.api_key);
    alone.push((await measure([load], { seconds: FLOOD_SECONDS })).perSecond);
  };
  try {
    await measure([donationsTo(door, product.bench.demo.api_key)], { seconds: 2 });
    await measure(product.loads(), { seconds: 2 });
    await product.drain();
    await acceptAlone();
    const unlinked = await measureKind(product);
    await acceptAlone();
    const linked = await measureKind(product, await product.linkedBodies());
    await acceptAlone();
    summarize({ "from nobody linked": unlinked, "from linked customers": linked }, median(alone));
    say(`While nothing happens: ${shown(await idle(product.first.pid), 1)} ms of CPU a second.\n`);
  } finally {
    await door.stop();
    await product.stop();
  }
});
