/** A constant rate of donations, and whether the backlog grows. */
import { setTimeout as wait } from "node:timers/promises";
import { type Load, type Measured, offer } from "./load.ts";
import { openCount, type Product } from "./product.ts";
import { rises, type Sample, type Slope, slopeOf } from "./statistics.ts";

/** The first seconds fill the pipeline, and don't count as growth. */
const SETTLING_SECONDS = 3;

/** Growth below this fraction of the rate doesn't matter within an hour. */
const MIN_GROWTH = 0.01;

export type Sustained = Measured & {
  offered: number;
  /** Webhooks delivered per second, in the same period. */
  deliveredRate: number;
  /** The backlog (credits, deliveries, and emails) every second, without the first few. */
  backlog: Sample[];
  slope: Slope;
  isSteady: boolean;
};

/** Samples the backlog every second until stopped. */
function sampleBacklog(product: Product) {
  const startedAt = performance.now();
  const samples: Sample[] = [];
  let isStopped = false;
  const sampling = (async () => {
    for (let second = 1; ; second++) {
      await wait(Math.max(0, startedAt + second * 1_000 - performance.now()));
      if (isStopped) return;
      samples.push([(performance.now() - startedAt) / 1_000, openCount(await product.backlog())]);
    }
  })();
  return async () => {
    isStopped = true;
    await sampling;
    return samples.filter(([at]) => at > SETTLING_SECONDS);
  };
}

/** Sends donations at a constant rate to all processes, and samples the backlog. */
export async function sustain(
  product: Product,
  loads: Load[],
  perSecond: number,
  seconds: number,
): Promise<Sustained> {
  const before = await product.backlog();
  const stop = sampleBacklog(product);
  const measured = await offer(loads, seconds, perSecond);
  const after = await product.backlog();
  const backlog = await stop();
  const slope = slopeOf(backlog);
  return {
    ...measured,
    offered: perSecond,
    deliveredRate: (after.delivered - before.delivered) / seconds,
    backlog,
    slope,
    isSteady: !rises(slope, MIN_GROWTH * perSecond) && measured.failed === 0,
  };
}
