import { randomUUID } from "node:crypto";
import { expect, it } from "vitest";
import { addJitter, delayBefore } from "./schedule.ts";

it("follows the schedule, and repeats its last wait after its end", () => {
  const waits = [1, 2, 3, 4, 5].map((attempt) => delayBefore([0, 2_000, 10_000], attempt));
  expect(waits).toEqual([0, 2_000, 10_000, 10_000, 10_000]);
});

it("adds jitter of up to 10%", () => {
  const waits = Array.from({ length: 200 }, () => addJitter(10_000, randomUUID()));
  expect(Math.min(...waits)).toBeGreaterThanOrEqual(10_000);
  expect(Math.max(...waits)).toBeLessThanOrEqual(11_000);
  expect(new Set(waits).size).toBeGreaterThan(50);
});
