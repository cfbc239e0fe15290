import { expect, it } from "vitest";
import {
  asCents,
  formatDollars,
  isWholeCents,
  parseDollars,
  pointsFor,
  toCents,
} from "#lib/money.ts";
import { centsIn, dollarsOf, pointsFor as pointsInBrowser } from "../../public/giving.js";
import { balanceTexts } from "./balance.ts";

const RATES = [100, 62.5, 1, 0.000000001, 33.333333333, 1e-7, 999.999999999, 137];

/** The points that the server computes. */
function serverPoints(text: string, rate: number): bigint | null {
  const dollars = parseDollars(text);
  if (dollars === null || !isWholeCents(dollars)) return null;
  return BigInt(pointsFor(toCents(dollars), rate));
}

/** The points that the page's script computes. */
function browserPoints(text: string, rate: number): bigint | null {
  const cents = centsIn(text);
  return cents === null ? null : pointsInBrowser(cents, rate.toFixed(9));
}

it("computes the same points as the server for many amounts and rates", () => {
  let cents = 1;
  while (cents <= 100_000_000) {
    const text = (cents / 100).toFixed(2);
    for (const rate of RATES) {
      expect(browserPoints(text, rate), `${text} at ${rate}`).toBe(serverPoints(text, rate));
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
  "25,00",
  "1 240,50",
  "100.500",
  "10$50",
  "25 $",
  "２５．５０",
  "٢٥٫٥٠",
  "१,२४०",
  "1,240,50",
  "123456789012.50",
])("parses %j the way the server does", (text) => {
  for (const rate of RATES) {
    expect(browserPoints(text, rate)).toBe(serverPoints(text, rate));
  }
});

it.each([0, 1, 10, 99, 100, 1_999, 124_000, 124_050, 100_000_000])(
  "formats %i cents the way the server does",
  (cents) => {
    expect(dollarsOf(BigInt(cents))).toBe(formatDollars(asCents(cents)));
  },
);

const GIVEN = { all: "48,200 points", taken: "5,000 of 48,200 points", over: "" };
const OLD = "48,200 points as of Nov 22";
const BEYOND = {
  all: OLD,
  taken: "48,201 points. You have 48,200",
  over: `This is more than your ${OLD}.`,
};

it.each([
  [5_000, { points: 48_200, age: null }, GIVEN],
  [48_201, { points: 48_200, age: "as of Nov 22" }, BEYOND],
  [
    4_000,
    { points: 1_250, age: null },
    {
      all: "1,250 points",
      taken: "4,000 points. You have 1,250.",
      over: "This is more than your 1,250 points.",
    },
  ],
  [1, { points: 1, age: null }, { all: "1 point", taken: "1 of 1 point", over: "" }],
  [5_000, null, { all: "", taken: "5,000 points", over: "" }],
])("%i points of %j are said in words", (points, balance, texts) => {
  expect(balanceTexts(balance, points)).toEqual(texts);
});
