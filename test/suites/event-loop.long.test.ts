/** How long one request blocks the event loop, for every operation, on an idle machine. */
import { monitorEventLoopDelay } from "node:perf_hooks";
import { setTimeout as wait } from "node:timers/promises";
import { beforeAll, expect, it } from "vitest";
import { send } from "../api.ts";
import { type HeavyRequest, largestResponses, worstBodies } from "../heavy-requests.ts";
import { type HeavyTenant, makeHeavyTenant } from "../heavy-tenant.ts";
import { expectShortResponses } from "./short-responses.ts";

/** How long another tenant's request may be delayed by one. */
const MAX_MS = 50;
/** The first request compiles; at least one of the others runs without a major garbage collection. */
const ATTEMPTS = 4;

let tenant: HeavyTenant;
beforeAll(async () => {
  tenant = await makeHeavyTenant();
});

/** The longest time that the event loop was blocked, in milliseconds. */
async function longestBlock(work: () => Promise<unknown>): Promise<number> {
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  await wait(5);
  await work();
  await wait(5);
  delay.disable();
  return delay.max / 1e6;
}

async function measure({ operation, options }: HeavyRequest): Promise<number> {
  const blocks: number[] = [];
  for (let attempt = 0; attempt < ATTEMPTS && Math.min(MAX_MS + 1, ...blocks) > MAX_MS; attempt++) {
    const request = await options();
    blocks.push(
      await longestBlock(async () => {
        const response = await send(operation, request);
        for await (const _ of response.body ?? []) await wait(0);
      }),
    );
  }
  return Math.min(...blocks);
}

async function slowestOf(requests: HeavyRequest[]): Promise<string[]> {
  const slow: [string, number][] = [];
  for (const request of requests) slow.push([request.name, Math.round(await measure(request))]);
  slow.sort(([, a], [, b]) => b - a);
  process.stderr.write(
    `${slow
      .slice(0, 8)
      .map((one) => one.join(": "))
      .join(" ms\n")} ms\n`,
  );
  return slow.filter(([, ms]) => ms > MAX_MS).map(([name, ms]) => `${name}: ${ms} ms`);
}

it("the largest response of any operation doesn't block the event loop", async () => {
  expect(await slowestOf(largestResponses(tenant))).toEqual([]);
});

it("the worst body of any operation doesn't block the event loop", async () => {
  expect(await slowestOf(worstBodies(tenant, true))).toEqual([]);
});

it("the response to any invalid body is short", async () => {
  await expectShortResponses(worstBodies(tenant, true));
});
