import { setTimeout as wait } from "node:timers/promises";
import { expect, it } from "vitest";
import type { Application } from "./application.ts";
import { first, KEY_LIMIT as LIMIT, second } from "./two-processes.ts";

const SECONDS = 6;

/**
 * Sends requests sequentially, up to ten per second, until one is rejected.
 * @returns the number of responses by status
 */
async function send(app: Application, key: string, until: number): Promise<Map<number, number>> {
  const counts = new Map<number, number>();
  while (Date.now() < until || (!counts.has(429) && Date.now() < until + 60_000)) {
    const { status } = await app.api("GET", "/v1/schools?limit=1", undefined, key);
    counts.set(status, (counts.get(status) ?? 0) + 1);
    await wait(100);
  }
  return counts;
}

it("two processes together allow the limit of one, to within one second's requests", async () => {
  const startedAt = Date.now();
  const counts = await Promise.all(
    [first, second].map((app) => send(app, first.demoKey, startedAt + SECONDS * 1_000)),
  );
  const seconds = (Date.now() - startedAt) / 1_000;
  const accepted = counts.reduce((sum, count) => sum + (count.get(200) ?? 0), 0);
  const said = counts.map((count) => JSON.stringify([...count])).join(" ");
  for (const count of counts) {
    expect([...count.keys()].sort(), said).toEqual([200, 429]);
  }
  const burst = 2 * LIMIT;
  expect(accepted, said).toBeLessThanOrEqual(LIMIT * seconds + burst + LIMIT);
  // And no less than the limit, except for a window in progress.
  expect(accepted, said).toBeGreaterThanOrEqual(LIMIT * (seconds - 2));
});
