import { expect, it } from "vitest";
import { format, median, quantile, rises, type Sample, slopeOf } from "./statistics.ts";

const samples = (of: (second: number) => number): Sample[] =>
  Array.from({ length: 60 }, (_, second) => [second, of(second)] as const);

// The same noise in every run, without a trend.
const noise = (second: number) => 40 * Math.sin(second * 12.9898);

it("computes the median and a percentile of numbers in any order", () => {
  expect(median([9, 1, 5])).toBe(5);
  expect(median([7])).toBe(7);
  const hundred = Array.from({ length: 100 }, (_, n) => 100 - n);
  expect(quantile(hundred, 0.99)).toBe(100);
  expect(quantile(hundred, 0.5)).toBe(51);
});

it("computes the slope of a straight line, with zero error", () => {
  const { perSecond, error } = slopeOf(samples((second) => 100 - 2.5 * second));
  expect(perSecond).toBeCloseTo(-2.5);
  expect(error).toBeCloseTo(0);
});

it("does not call noise growth, but does call a significant slope growth", () => {
  expect(rises(slopeOf(samples(noise)), 0.1)).toBe(false);
  expect(rises(slopeOf(samples((second) => 2 * second + noise(second))), 0.1)).toBe(true);
  expect(rises(slopeOf(samples((second) => -2 * second + noise(second))), 0.1)).toBe(false);
});

it("does not call a slope growth that is too small to matter", () => {
  const slope = slopeOf(samples((second) => second));
  expect(rises(slope, 0.5)).toBe(true);
  expect(rises(slope, 2)).toBe(false);
});

it("calls nothing growth with too few samples", () => {
  expect(slopeOf([[0, 1]])).toEqual({ perSecond: 0, error: 0 });
  expect(
    slopeOf([
      [1, 1],
      [1, 2],
      [1, 3],
    ]),
  ).toEqual({ perSecond: 0, error: 0 });
});

it("formats large numbers as integers and small ones with decimals", () => {
  expect(format(1234.56, 1)).toBe("1,235");
  expect(format(3.456, 1)).toBe("3.5");
});
