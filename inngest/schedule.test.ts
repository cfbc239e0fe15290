import { randomUUID } from "node:crypto";
import { expect, it } from "vitest";
import { delayBefore, spread } from "./schedule.ts";

it("waits by the schedule, and past its end repeats the last wait", () => {
  const waits = [1, 2, 3, 4, 5].map((attempt) => delayBefore([0, 2_000, 10_000], attempt));
  expect(waits).toEqual([0, 2_000, 10_000, 10_000, 10_000]);
});

it("spreads waits by up to a tenth", () => {
  const waits = Array.from({ length: 200 }, () => spread(10_000, randomUUID()));
  expect(Math.min(...waits)).toBeGreaterThanOrEqual(10_000);
  expect(Math.max(...waits)).toBeLessThanOrEqual(11_000);
  expect(new Set(waits).size).toBeGreaterThan(50);
});
