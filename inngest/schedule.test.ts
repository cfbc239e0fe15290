import { expect, it } from "vitest";
import { delayBefore, withJitter } from "./schedule.ts";

it("waits by the schedule, and past its end repeats the last wait or none", () => {
  const schedule = [0, 2_000, 10_000];
  const waits = (end: "last repeats" | "ends") =>
    [1, 2, 3, 4, 5].map((attempt) => delayBefore(schedule, attempt, end));
  expect(waits("last repeats")).toEqual([0, 2_000, 10_000, 10_000, 10_000]);
  expect(waits("ends")).toEqual([0, 2_000, 10_000, 0, 0]);
});

it("spreads waits by up to a tenth, the same at every replay of a run", () => {
  const waits = Array.from({ length: 200 }, (_, n) => withJitter(10_000, `delivery-${n}`, 2));
  expect(waits).toEqual(
    Array.from({ length: 200 }, (_, n) => withJitter(10_000, `delivery-${n}`, 2)),
  );
  expect(Math.min(...waits)).toBeGreaterThanOrEqual(10_000);
  expect(Math.max(...waits)).toBeLessThanOrEqual(11_000);
  expect(new Set(waits).size).toBeGreaterThan(50);
});
