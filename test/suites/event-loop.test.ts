/**
 * The work of one request is bounded, for every operation. How long it blocks the event loop is measured by
 * `event-loop.long.test.ts`.
 */
import { beforeAll, describe, expect, it } from "vitest";
import {
  DRAWING_LIMITS,
  drawingQueue,
  drawingTurn,
  withCardholderLimit,
} from "#lib/receipts/drawing/queue.ts";
import { DONATIONS_PER_PAGE } from "#lib/receipts/statements/contract.ts";
import { send } from "../api.ts";
import { largestFiles, largestResponses, worstBodies } from "../heavy-requests.ts";
import { HEAVY_DONATIONS, type HeavyTenant, makeHeavyTenant } from "../heavy-tenant.ts";
import { expectShortResponses } from "./short-responses.ts";

// Hundreds of requests each.

let tenant: HeavyTenant;
beforeAll(async () => {
  tenant = await makeHeavyTenant();
});

/** The longest list in a response. */
function longestList(value: unknown): number {
  if (typeof value !== "object" || value === null) return 0;
  const own = Array.isArray(value) ? value.length : 0;
  return Math.max(own, ...Object.values(value).map(longestList));
}

describe("with thousands of a tenant's rows", () => {
  it("every operation returns at most one page", async () => {
    expect(HEAVY_DONATIONS).toBeGreaterThan(2 * DONATIONS_PER_PAGE);
    for (const { name, operation, options } of largestResponses(tenant)) {
      const response = await send(operation, await options());
      const bytes = Buffer.from(await response.arrayBuffer());
      expect(response.status, name).toBe(operation.contract.status);
      if (!response.headers.get("content-type")?.startsWith("application/json")) continue;
      const most = name === "getStatement" ? DONATIONS_PER_PAGE : 100;
      expect(longestList(JSON.parse(bytes.toString()).data), name).toBeLessThanOrEqual(most);
    }
  });

  it("every file is written a batch of rows at a time", async () => {
    const isOfBatches = (name: string) => !/audit log|constituents/.test(name);
    for (const [name, open] of Object.entries(largestFiles(tenant))) {
      let chunks = 0;
      for await (const _ of await open()) chunks++;
      if (isOfBatches(name)) expect(chunks, name).toBeGreaterThanOrEqual(HEAVY_DONATIONS / 500);
    }
  });

  it("every document waits for a slot of its cardholder, which is released afterward", async () => {
    // Statements are drawn once, when they close.
    const files = largestResponses(tenant).filter(
      ({ name, operation }) =>
        name.endsWith("/pdf") && operation.contract.path.startsWith("/v1/portal"),
    );
    expect(files.length).toBeGreaterThan(1);
    const { cardholderId } = tenant.person.scope;
    for (const { name, operation, options } of files) {
      const asked = await options();
      const { promise, resolve } = Promise.withResolvers<void>();
      const places = Array.from({ length: DRAWING_LIMITS.perCardholder }, () =>
        withCardholderLimit(cardholderId, drawingTurn.statement(cardholderId), () => promise),
      );
      expect((await send(operation, asked)).status, name).toBe(429);
      resolve();
      await Promise.all(places);
      expect((await send(operation, asked)).status, name).toBe(200);
    }
    expect(drawingQueue().load).toEqual({ running: 0, waiting: 0 });
  });
});

it("the response to any invalid body is short", async () => {
  await expectShortResponses(worstBodies(tenant, false));
});
