/** How long one request blocks the event loop, for every operation, on an idle machine. */
import { monitorEventLoopDelay } from "node:perf_hooks";
import { setTimeout as wait } from "node:timers/promises";
import { beforeAll, expect, it } from "vitest";
import { type CallOptions, send } from "../api.ts";
import {
  type HeavyRequest,
  largestFiles,
  largestResponses,
  worstBodies,
} from "../heavy-requests.ts";
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

/** The shortest of a few attempts' longest blocks. */
async function measure(read: () => Promise<ReadableStream | null>): Promise<number> {
  const blocks: number[] = [];
  for (let attempt = 0; attempt < ATTEMPTS && Math.min(MAX_MS + 1, ...blocks) > MAX_MS; attempt++) {
    blocks.push(
      await longestBlock(async () => {
        for await (const _ of (await read()) ?? []) await wait(0);
      }),
    );
  }
  return Math.min(...blocks);
}

async function measureRequest({ operation, options }: HeavyRequest): Promise<number> {
  // Prepared outside of what is measured.
  const prepared = await Promise.all(Array.from({ length: ATTEMPTS }, options));
  return measure(async () => {
    const response = await send(operation, prepared.pop() as CallOptions);
    return response.body;
  });
}

const slowestOf = async (requests: HeavyRequest[]) => {
  const slow: [string, number][] = [];
  for (const request of requests) slow.push([request.name, await measureRequest(request)]);
  return tooSlow(slow);
};

function tooSlow(slow: [string, number][]): string[] {
  slow.sort(([, a], [, b]) => b - a);
  process.stderr.write(
    `${slow
      .slice(0, 8)
      .map(([name, ms]) => `${name}: ${Math.round(ms)}`)
      .join(" ms\n")} ms\n`,
  );
  return slow.filter(([, ms]) => ms > MAX_MS).map(([name, ms]) => `${name}: ${Math.round(ms)} ms`);
}

it("the largest response of any operation doesn't block the event loop", async () => {
  expect(await slowestOf(largestResponses(tenant))).toEqual([]);
});

it("no file blocks the event loop", async () => {
  const slow: [string, number][] = [];
  for (const [name, open] of Object.entries(largestFiles(tenant))) {
    slow.push([name, await measure(open)]);
  }
  expect(tooSlow(slow)).toEqual([]);
});

it("the worst body of any operation doesn't block the event loop", async () => {
  expect(await slowestOf(worstBodies(tenant, true))).toEqual([]);
});

it("the response to any invalid body is short", async () => {
  await expectShortResponses(worstBodies(tenant, true));
});
