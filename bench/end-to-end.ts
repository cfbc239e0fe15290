/**
 * Donations per second from 202 to completed and told, by the whole product: the application in its own
 * process with its engine, the stub platform, a receiver that answers at once.
 *
 *   npm run bench:end-to-end
 *
 * First as fast as the client can for ten seconds, which leaves a backlog, and how fast that drains;
 * then at a steady rate for a minute, with what is open at its end; then the cost of doing nothing.
 * BENCH_RATE (donations a second; default: 0.7 of what drains) and BENCH_SECONDS (60) may be set.
 */
import { readFileSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import { measure } from "./load.ts";
import { Product } from "./product.ts";

const rate = Number(process.env.BENCH_RATE ?? 0);
const seconds = Number(process.env.BENCH_SECONDS ?? 60);
const say = (line: string) => process.stdout.write(`${line}\n`);

async function flood(product: Product): Promise<number> {
  const flooded = await measure(product.load, 10);
  const drained = await product.drain();
  say(`accepted while all else runs: ${Math.round(flooded.perSecond)}/s (wrong: ${flooded.wrong})`);
  say(`backlog after 10 s: ${drained.backlog}; drained at ${Math.round(drained.perSecond)}/s`);
  return drained.perSecond;
}

async function sustain(product: Product, perSecond: number): Promise<void> {
  const before = await product.standing();
  const sustained = await measure(product.load, seconds, perSecond);
  const after = await product.standing();
  const told = Math.round((after.told - before.told) / seconds);
  const accepted = Math.round(sustained.perSecond);
  say(`steady: ${accepted}/s accepted for ${seconds} s, p99 ${sustained.p99} ms`);
  say(`  completed and told ${told}/s; open at the end: ${after.pending + after.untold}`);
}

/** CPU that the application uses while nothing happens. */
async function idle(pid: number): Promise<void> {
  // User and system time, in ticks of 10 ms.
  const ticks = () => {
    const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
    return Number(fields[11]) + Number(fields[12]);
  };
  const before = ticks();
  await wait(10_000);
  say(`idle: ${ticks() - before} ms of CPU a second (the application, without Postgres)`);
}

const product = await Product.start();
try {
  await measure(product.load, 2);
  await product.drain();
  const drained = await flood(product);
  await sustain(product, rate || Math.floor(drained * 0.7));
  await product.drain();
  await idle(product.pid);
} finally {
  await product.stop();
}
process.exit(0);
