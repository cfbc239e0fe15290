import { expect, it } from "vitest";
import { formatDollars, isWholeCents, toCents, toDecimalString, toDollars } from "./money.ts";

it("brings every amount of cents up to 1,000,000.00 dollars through JSON and back", () => {
  for (let cents = 1; cents <= 100_000_000; cents += cents < 1_000_000 ? 1 : 97) {
    const sent = JSON.parse(`${Math.trunc(cents / 100)}.${String(cents % 100).padStart(2, "0")}`);
    if (!isWholeCents(sent) || toCents(sent) !== cents || toDollars(cents) !== sent) {
      throw new Error(`${cents} cents do not come back`);
    }
  }
});

it.each([0.001, 19.999, 1e-7, 0.1 + 0.2, 100.005])(
  "knows that %s is no amount of cents",
  (dollars) => {
    expect(isWholeCents(dollars)).toBe(false);
    expect(() => toCents(dollars)).toThrow(RangeError);
  },
);

it("writes decimal strings for platforms", () => {
  expect([1, 10, 1999, 100, 100_000_000].map(toDecimalString)).toEqual([
    "0.01",
    "0.10",
    "19.99",
    "1.00",
    "1000000.00",
  ]);
});

it("shows cents to people only where they matter", () => {
  expect(formatDollars(124_000)).toBe("$1,240");
  expect(formatDollars(1999)).toBe("$19.99");
});
