import { describe, expect, it } from "vitest";
import { asCents } from "#lib/money.ts";
import { columnsOf, countForWideOnly, isWorthAChart } from "./giving-columns.ts";

const MONTHS = Array.from({ length: 12 }, (_, n) => `2026-${String(n + 1).padStart(2, "0")}`);

/** Twelve months, all zero except these. */
const amountsByMonth = (amounts: Record<number, number>) =>
  MONTHS.map((_, n) => amounts[n + 1] ?? 0).map(asCents);

/** A year in which each of `count` schools received these amounts by month. */
const yearOf = (count: number, confirmed: Record<number, number>, pending = {}) => ({
  months: MONTHS,
  schools: Array.from({ length: count }, (_, n) => ({
    schoolId: `school-${n}`,
    schoolName: `School ${n}`,
    totalCents: asCents(0),
    monthsCents: amountsByMonth(confirmed),
    pendingCents: amountsByMonth(pending),
  })),
});

const schoolsIn = (count: number) =>
  columnsOf(yearOf(count, { 12: 10 }))
    .at(-1)
    ?.parts.map(({ schoolId }) => schoolId);

describe("a column", () => {
  it.each([1, 5, 6])("has a part for each of %i schools", (count) => {
    expect(schoolsIn(count)).toEqual(Array.from({ length: count }, (_, n) => `school-${n}`));
  });

  it("has parts for five schools and one for the exact sum of the others", () => {
    const [column] = columnsOf(yearOf(8, { 12: 10 })).slice(-1);
    expect(column?.parts).toHaveLength(6);
    expect(column?.parts.at(-1)).toEqual({ schoolId: null, cents: 30, isPending: false });
    expect(column?.givenCents).toBe(80);
  });

  it("has pending gifts last, and never in what is given", () => {
    const [column] = columnsOf(yearOf(1, { 12: 25 }, { 12: 10 })).slice(-1);
    expect(column).toMatchObject({
      givenCents: 25,
      pendingCents: 10,
      parts: [
        { cents: 25, isPending: false },
        { cents: 10, isPending: true },
      ],
    });
  });
});

describe("the chart", () => {
  it("starts with the first gift, but shows at least six months", () => {
    const firstOf = (month: number) => columnsOf(yearOf(1, { [month]: 5, 12: 5 }))[0]?.month;
    expect([1, 5, 7, 10].map(firstOf)).toEqual(["2026-01", "2026-05", "2026-07", "2026-07"]);
  });

  it("shows the last six months on a phone, unless they have too few gifts", () => {
    const countOf = (confirmed: Record<number, number>) =>
      countForWideOnly(columnsOf(yearOf(1, confirmed)));
    expect(countOf({ 7: 5, 12: 5 })).toBe(0);
    expect(countOf({ 2: 5, 7: 5, 12: 5 })).toBe(5);
    expect(countOf({ 2: 5, 12: 5 })).toBe(0);
  });

  it("needs gifts in two months", () => {
    expect(isWorthAChart(yearOf(0, {}))).toBe(false);
    expect(isWorthAChart(yearOf(2, { 12: 5 }))).toBe(false);
    expect(isWorthAChart(yearOf(1, { 12: 5 }, { 11: 5 }))).toBe(true);
  });
});
