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

it("is not ready while the database migrates, and is once that is done", () => {
  expect(ready).toEqual({ during: "refused", after: 200 });
});

describe("metrics", async () => void (await import("./metrics.ts")));
describe("a limit", async () => void (await import("./rate-limit.ts")));
describe("tabs that refresh", () => refreshRaceTests(() => [first, second], 2));
