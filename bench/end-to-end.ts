/**
 * Donations per second from 202 to the delivered webhook, by the whole product: one application process
 * with its engine, the stub platform, and a receiver that responds immediately.
 *
 *   npm run bench:end-to-end
 *
 * Runs twice: for donations without an account, and from 500 linked customers, with their emails and receipts.
 * Each time: a flood as fast as clients can send, and how fast its backlog drains; then constant rates, each
 * higher than the last, until the backlog grows; then the highest steady one for longer. In between, what the same
 * application accepts with its engine off, on the same database server.
 * Optional: BENCH_SECONDS (25, for the last part), BENCH_STEP_SECONDS (8), and BENCH_RATE (the first rate;
 * default: 0.8 of the flood's overall rate).
 */
import { readFileSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import { donationsTo } from "./donations.ts";
import { type Load, measure } from "./load.ts";
import { Product } from "./product.ts";
import { startApiServer } from "./servers.ts";
import { format, median, run, say, setting, table } from "./statistics.ts";
import { type Sustained, sustain } from "./sustained-load.ts";

const seconds = setting("BENCH_SECONDS", 25);
const stepSeconds = setting("BENCH_STEP_SECONDS", 8);
const FLOOD_SECONDS = Math.min(5, stepSeconds);
const STEP = 1.12;
const MAX_STEPS = 6;

type Flood = { accepted: number; backlog: number; drained: number; overall: number };

async function flood(product: Product, loads: Load[]): Promise<Flood> {
  const before = await product.backlog();
  const startedAt = performance.now();
  const { perSecond: accepted, failed } = await measure(loads, { seconds: FLOOD_SECONDS });
  if (failed > 0) throw new Error(`${failed} requests were not accepted`);
  const { backlog, perSecond: drained } = await product.drain();
  const delivered = (await product.backlog()).delivered - before.delivered;
  const overall = delivered / ((performance.now() - startedAt) / 1_000);
  return { accepted, backlog, drained, overall };
}

/** Raises the rate until the backlog grows. @returns every step */
async function raiseRate(product: Product, loads: Load[], from: number): Promise<Sustained[]> {
  const steps: Sustained[] = [];
  for (let rate = from; steps.length < MAX_STEPS; rate *= STEP) {
    const step = await sustain(product, loads, Math.floor(rate), stepSeconds);
    steps.push(step);
    await product.drain();
    if (!step.isSteady) break;
  }
  return steps;
}

/** Lowers the rate until it is steady for longer, at most three times. @returns every attempt */
async function confirmRate(product: Product, loads: Load[], from: number): Promise<Sustained[]> {
  const attempts: Sustained[] = [];
  for (let rate = from; attempts.length < 3; rate /= STEP) {
    const attempt = await sustain(product, loads, Math.floor(rate), seconds);
    attempts.push(attempt);
    await product.drain();
    if (attempt.isSteady) break;
  }
  return attempts;
}

function rowOf(label: string, sustained: Sustained): string[] {
  const { offered, perSecond, deliveredRate, p99, backlog, slope, isSteady } = sustained;
  const open = backlog.map(([, count]) => count);
  return [
    label,
    ...[offered, perSecond, deliveredRate, p99].map((value) => format(value)),
    ...(open.length > 0 ? [format(median(open)), format(Math.max(...open))] : ["", ""]),
    `${slope.perSecond.toFixed(1)} ± ${slope.error.toFixed(1)}`,
    isSteady ? "yes" : "no",
  ];
}

type Measurement = { flooded: Flood; highest: Sustained | undefined; bytesEach: number };

async function measureKind(product: Product, bodies?: string[]): Promise<Measurement> {
  const loads = product.loads(bodies);
  const before = { size: await product.size(), ...(await product.backlog()) };
  const flooded = await flood(product, loads);
  const firstRate = process.env.BENCH_RATE ? setting("BENCH_RATE", 1) : flooded.overall * 0.8;
  const steps = await raiseRate(product, loads, firstRate);
  const best = steps.filter(({ isSteady }) => isSteady).at(-1)?.offered ?? firstRate / STEP;
  const attempts = await confirmRate(product, loads, best);
  const after = { size: await product.size(), ...(await product.backlog()) };
  table(
    [
      "",
      "offered/s",
      "accepted/s",
      "delivered/s",
      "p99 ms",
      "backlog",
      "at most",
      "its slope/s",
      "steady",
    ],
    [
      ...steps.map((step) => rowOf(`${stepSeconds} s`, step)),
      ...attempts.map((attempt) => rowOf(`${seconds} s`, attempt)),
    ],
  );
  if (steps.every(({ isSteady }) => isSteady)) {
    say("Even the last step was steady: set a higher BENCH_RATE to find the maximum.\n");
  }
  return {
    flooded,
    highest: attempts.find(({ isSteady }) => isSteady),
    bytesEach: (after.size - before.size) / (after.delivered - before.delivered),
  };
}

/** CPU time of the idle application, in milliseconds per second. */
async function measureIdle(pid: number): Promise<number> {
  // User and system time, in ticks of 10 ms.
  const ticks = () => {
    const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
    return Number(fields[11]) + Number(fields[12]);
  };
  const before = ticks();
  await wait(5_000);
  return ((ticks() - before) * 10) / 5;
}

function summarize(measurements: Record<string, Measurement>, acceptedAlone: number): void {
  const rows: [string, (measurement: Measurement) => string][] = [
    ["accepted as fast as clients can send, engine running, /s", (o) => format(o.flooded.accepted)],
    [`backlog after ${FLOOD_SECONDS} s of that`, (o) => format(o.flooded.backlog)],
    ["drained at, /s", (o) => format(o.flooded.drained)],
    ["**highest steady rate, end to end, /s**", (o) => format(o.highest?.offered ?? 0)],
    ["accepted alone, engine off, /s", () => format(acceptedAlone)],
    [
      "**highest steady rate : accepted alone**",
      (o) => format((o.highest?.offered ?? 0) / acceptedAlone, 2),
    ],
    ["disk per donation, everything included, kB", (o) => format(o.bytesEach / 1_000, 1)],
  ];
  const all = Object.values(measurements);
  table(
    ["", ...Object.keys(measurements)],
    rows.map(([name, of]) => [name, ...all.map(of)]),
  );
  if (all.some(({ highest }) => !highest)) say("0: none of the rates was steady.\n");
}

await run("bench:end-to-end", async () => {
  let copy = "";
  const product = await Product.start({
    customers: 500,
    prepare: async (bench) => {
      copy = await bench.copy("points_alone");
    },
  });
  const apiServer = await startApiServer({ DATABASE_URL: copy });
  const acceptedAlone: number[] = [];
  const acceptAlone = async () => {
    const load = donationsTo(apiServer, product.bench.demo.api_key);
    acceptedAlone.push((await measure([load], { seconds: FLOOD_SECONDS })).perSecond);
  };
  try {
    await measure([donationsTo(apiServer, product.bench.demo.api_key)], { seconds: 2 });
    await measure(product.loads(), { seconds: 2 });
    await product.drain();
    await acceptAlone();
    const unlinked = await measureKind(product);
    await acceptAlone();
    const linked = await measureKind(product, await product.linkedBodies());
    await acceptAlone();
    summarize({ "no account": unlinked, "linked customers": linked }, median(acceptedAlone));
    say(`While idle: ${format(await measureIdle(product.first.pid), 1)} ms of CPU per second.\n`);
  } finally {
    await apiServer.stop();
    await product.stop();
  }
});
