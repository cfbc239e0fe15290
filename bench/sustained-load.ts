/** An even rate of donations, and whether what is still to be done grows meanwhile. */
import { setTimeout as wait } from "node:timers/promises";
import { type Load, type Measured, offer } from "./load.ts";
import { openCount, type Product } from "./product.ts";
import { rises, type Sample, type Slope, slopeOf } from "./statistics.ts";

/** The first seconds of a load fill what is always under way; they say nothing of growth. */
const SETTLING_SECONDS = 3;

/** A growth of less than this part of the rate would be seen in no hour's operation. */
const MATTERS = 0.01;

export type Sustained = Measured & {
  offered: number;
  /** Completed and told in the same seconds. */
  toldPerSecond: number;
  /** Open credits, deliveries and emails, each second after the first few. */
  backlog: Sample[];
  slope: Slope;
  isSteady: boolean;
};

/** Watches the backlog each second until told to stop. */
function watch(product: Product) {
  const startedAt = performance.now();
  const samples: Sample[] = [];
  let isOver = false;
  const watching = (async () => {
    for (let second = 1; ; second++) {
      await wait(Math.max(0, startedAt + second * 1_000 - performance.now()));
      if (isOver) return;
      samples.push([(performance.now() - startedAt) / 1_000, openCount(await product.backlog())]);
    }
  })();
  return async () => {
    isOver = true;
    await watching;
    return samples.filter(([at]) => at > SETTLING_SECONDS);
  };
}

/** Offers donations at an even rate to all processes of the product, and watches the backlog. */
export async function sustain(
  product: Product,
  loads: Load[],
  perSecond: number,
  seconds: number,
): Promise<Sustained> {
  const before = await product.backlog();
  const stop = watch(product);
  const measured = await offer(loads, seconds, perSecond);
  const after = await product.backlog();
  const backlog = await stop();
  const slope = slopeOf(backlog);
  return {
    ...measured,
    offered: perSecond,
    toldPerSecond: (after.delivered - before.delivered) / seconds,
    backlog,
    slope,
    isSteady: !rises(slope, MATTERS * perSecond) && measured.wrong === 0,
  };
}
