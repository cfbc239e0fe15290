import { expect, it } from "vitest";
import {
  asCents,
  centsFor,
  formatDollars,
  isWholeCents,
  parseDollars,
  pointsFor,
  sumOfCents,
  toCents,
  toDecimalString,
  toDollars,
} from "./money.ts";

it("accepts only whole numbers as cents", () => {
  expect(asCents(1_999n)).toBe(1_999);
  expect(asCents(0)).toBe(0);
  for (const value of [19.99, Number.NaN, 2 ** 53, 2n ** 53n]) {
    expect(() => asCents(value)).toThrow(RangeError);
  }
  expect(sumOfCents([asCents(10), asCents(20)])).toBe(30);
});

it("round-trips every amount of cents up to 1,000,000.00 dollars through JSON", () => {
  for (let cents = 1; cents <= 100_000_000; cents += cents < 1_000_000 ? 1 : 97) {
    const sent = JSON.parse(`${Math.trunc(cents / 100)}.${String(cents % 100).padStart(2, "0")}`);
    if (!isWholeCents(sent) || toCents(sent) !== cents || toDollars(asCents(cents)) !== sent) {
      throw new Error(`${cents} cents don't round-trip`);
    }
  }
});

it.each([0.001, 19.999, 1e-7, 0.1 + 0.2, 100.005])(
  "rejects %s as an amount of cents",
  (dollars) => {
    expect(isWholeCents(dollars)).toBe(false);
    expect(() => toCents(dollars)).toThrow(RangeError);
  },
);

it("formats decimal strings for platforms", () => {
  expect([1, 10, 1999, 100, 100_000_000].map((cents) => toDecimalString(asCents(cents)))).toEqual([
    "0.01",
    "0.10",
    "19.99",
    "1.00",
    "1000000.00",
  ]);
});

it("shows cents to people only if there are any", () => {
  expect(formatDollars(asCents(124_000))).toBe("$1,240");
  expect(formatDollars(asCents(1999))).toBe("$19.99");
});

it("converts an amount to points exactly, rounded up", () => {
  // In floating point, 1.1 times 100 is more than 110.
  expect(pointsFor(asCents(10_000), 1.1)).toBe(110);
  expect(pointsFor(asCents(2_550), 100)).toBe(2_550);
  expect(pointsFor(asCents(667), 150)).toBe(1_001);
  expect(pointsFor(asCents(100_000_000), 0.001)).toBe(1_000);
});

it("rounds what points are worth down, to what they can give", () => {
  expect(centsFor(48_200, 100)).toBe(48_200);
  expect(centsFor(1_000, 150)).toBe(666);
  expect(pointsFor(centsFor(1_001, 150), 150)).toBe(1_001);
  expect(centsFor(110, 1.1)).toBe(10_000);
  expect(centsFor(2 ** 53 - 1, 0.001)).toBe(2 ** 53 - 1);
});

it.each([
  ["25", 25],
  ["$1,240.50", 1240.5],
  [" 19.99 ", 19.99],
  [".5", 0.5],
  ["19.999", 19.999],
  ["", null],
  ["$", null],
  ["1,240", 1240],
  ["1,24", 1.24],
  ["25,00", 25],
  [",50", 0.5],
  ["1 240,50", 1240.5],
  ["25 $", 25],
  ["２５．５０", 25.5],
  ["٢٥٫٥٠", 25.5],
  ["١٬٢٤٠", 1240],
  ["२५", 25],
  ["100.500", null],
  ["25.000", null],
  ["1.240,50", null],
  ["1,240,50", null],
  ["1,2400", null],
  ["12 40", null],
  ["10$50", null],
  ["1-2", null],
  ["+5", null],
  ["12a", null],
  ["1e3", null],
  ["-5", null],
])("parses the amount %j as %j", (text, dollars) => {
  expect(parseDollars(text)).toBe(dollars);
});
