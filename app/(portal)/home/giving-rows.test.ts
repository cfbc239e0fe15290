import { describe, expect, it } from "vitest";
import { rowsOf, tallestOf } from "./giving-rows.ts";

const MONTHS = ["2026-10", "2026-11"];

/** So many schools, each given less than the one before. */
const yearOf = (count: number) => ({
  months: MONTHS,
  schools: Array.from({ length: count }, (_, n) => ({
    schoolId: `school-${n}`,
    schoolName: `School ${n}`,
    totalUsd: (2020 - 100 * n) / 100,
    monthsUsd: [0.1, (2010 - 100 * n) / 100],
  })),
});

describe("the rows of the chart", () => {
  it.each([0, 1, 5, 6])("are the schools themselves when there are %i of them", (count) => {
    const names = rowsOf(yearOf(count)).map(({ name }) => name);
    expect(names).toEqual(yearOf(count).schools.map(({ schoolName }) => schoolName));
  });

  it("are five schools plus one row that sums all others to the cent", () => {
    const rows = rowsOf(yearOf(8));
    expect(rows).toHaveLength(6);
    expect(rows.at(-1)).toEqual({
      schoolId: null,
      name: "3 other schools",
      totalUsd: 42.6,
      monthsUsd: [0.3, 42.3],
    });
  });

  it("share one scale, even when the combined row has the tallest bar", () => {
    expect(tallestOf(rowsOf(yearOf(8)), MONTHS)).toEqual({
      usd: 42.3,
      name: "3 other schools",
      month: "2026-11",
    });
  });
});
