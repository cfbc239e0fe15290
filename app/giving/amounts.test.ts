import { describe, expect, it } from "vitest";
import { asCents } from "#lib/money.ts";
import { amountsToOffer, dollarsOf, entryForTiles, readAmount, ticketMoney } from "./amounts.ts";

const cents = (...dollars: number[]) => dollars.map((usd) => asCents(usd * 100));
const offer = (min: number, max: number, preset: number | null = null) =>
  amountsToOffer(
    asCents(min * 100),
    asCents(max * 100),
    preset === null ? null : asCents(preset * 100),
  );

describe("the amounts to offer", () => {
  it.each([
    [10, 1_000_000, null, cents(25, 50, 100, 250, 500)],
    [60, 1_000_000, null, cents(100, 250, 500, 1_000, 2_500)],
    [10, 100, null, cents(25, 50, 100)],
    [10, 1_000_000, 40, cents(25, 40, 50, 100, 250)],
    [10, 1_000_000, 50, cents(25, 50, 100, 250, 500)],
    [10, 1_000_000, 10_000, cents(25, 50, 100, 250, 10_000)],
    [60, 1_000_000, 40, cents(100, 250, 500, 1_000, 2_500)],
  ])("from $%i to $%i, with the bank's preset of $%s", (min, max, preset, expected) => {
    expect(offer(min, max, preset)).toEqual(expected);
  });
});

describe("the entered amount", () => {
  const read = (fields: Record<string, string>) => {
    const entry = readAmount(new URLSearchParams(fields));
    return dollarsOf(entry);
  };

  it("is the chosen tile's amount, even if the other-amount field has text", () => {
    expect(read({ amount: "100", other_amount: "75" })).toBe(100);
    expect(read({ amount: "other", other_amount: "75" })).toBe(75);
  });

  it("is the other amount if no tile was chosen, which is possible without styles", () => {
    expect(read({ other_amount: "$1,240.50" })).toBe(1240.5);
  });

  it("is undefined if empty, and the raw text if invalid", () => {
    expect(read({})).toBeUndefined();
    expect(read({ amount: "other" })).toBeUndefined();
    expect(read({ amount: "other", other_amount: "lots" })).toBe("lots");
    expect(read({ amount: "1e3" })).toBe("1e3");
  });
});

it("an amount without a tile is shown as the other amount", () => {
  const shown = (amount: string) => entryForTiles(cents(25, 50), { amount, otherAmount: "" });
  expect(shown("50")).toEqual({ amount: "50", otherAmount: "" });
  expect(shown("1240.5")).toEqual({ amount: "other", otherAmount: "1,240.50" });
  expect(shown("lots")).toEqual({ amount: "other", otherAmount: "lots" });
  expect(shown("")).toEqual({ amount: "", otherAmount: "" });
});

it("a ticket shows only positive amounts in whole cents", () => {
  expect(ticketMoney(25, 62.5)).toEqual({ amount: "$25", points: "1,563 points" });
  for (const none of [undefined, "lots", 0, -1, 25.005, 1e30, Number.POSITIVE_INFINITY]) {
    expect(ticketMoney(none, 100)).toBeNull();
  }
});
