/** Shares two running processes among suites that would otherwise start two each. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { refreshRaceTests } from "./refresh-race.ts";
import { first, second, startBoth } from "./two-processes.ts";

let ready: Awaited<ReturnType<typeof startBoth>>;

beforeAll(async () => {
  ready = await startBoth();
});

afterAll(async () => {
  await second?.remove();
  await first.remove();
});

it("isn't ready while the database migrates, and is afterward", () => {
  expect(ready).toEqual({ during: "refused", after: 200 });
});

describe("metrics", async () => void (await import("./metrics.ts")));
describe("a rate limit", async () => void (await import("./rate-limit.ts")));
describe("concurrent token refreshes", () => refreshRaceTests(() => [first, second], 2));
