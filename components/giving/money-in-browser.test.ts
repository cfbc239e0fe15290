import { expect, it } from "vitest";
import { isWholeCents, parseDollars, pointsFor, toCents } from "#lib/money.ts";
import { pointsOf } from "../../public/embed-flow-forms.js";

const RATES = [100, 62.5, 1, 0.000000001, 33.333333333, 1e-7, 999.999999999, 137];

/** The points that the server would take. */
function serverPoints(text: string, rate: number): bigint | null {
  const dollars = parseDollars(text);
  if (dollars === null || !isWholeCents(dollars)) return null;
  return BigInt(pointsFor(toCents(dollars), rate));
}

it("computes the same points as the server for many amounts and rates", () => {
  let cents = 1;
  while (cents <= 100_000_000) {
    const text = (cents / 100).toFixed(2);
    for (const rate of RATES) {
      expect(pointsOf(text, rate.toFixed(9)), `${text} at ${rate}`).toBe(serverPoints(text, rate));
    }
    cents += Math.ceil(cents / 300);
  }
});

it.each([
  "25",
  "25.",
  ".5",
  "0.10",
  "25.500",
  "$1,240.50",
  " 1 240 ",
  "1,000,000",
  "999999999.99",
  "0",
  "",
  ".",
  "$",
  "25.005",
  "1,24",
  "12,345,6",
  "-5",
  "1e3",
  "0x10",
  "lots",
  "1.2.3",
  "٣",
])("reads %j as the server does", (text) => {
  for (const rate of RATES) {
    expect(pointsOf(text, rate.toFixed(9))).toBe(serverPoints(text, rate));
  }
});
