import { describe, expect, it } from "vitest";
import { monthsUpTo, startOfMonth, yearAt, yearBetween } from "./calendar.ts";

const NEW_YORK = "America/New_York";

describe("a month", () => {
  it.each([
    ["UTC", 2026, 0, "2026-01-01T00:00:00.000Z"],
    [NEW_YORK, 2026, 0, "2026-01-01T05:00:00.000Z"],
    [NEW_YORK, 2026, 6, "2026-07-01T04:00:00.000Z"],
    ["Pacific/Kiritimati", 2026, 0, "2025-12-31T10:00:00.000Z"],
    ["Asia/Kathmandu", 2026, 2, "2026-02-28T18:15:00.000Z"],
    // The clocks went forward on this very day, and back on that one.
    ["Australia/Sydney", 2023, 9, "2023-09-30T14:00:00.000Z"],
    [NEW_YORK, 2026, 10, "2026-11-01T04:00:00.000Z"],
  ])("begins in %s at its midnight", (zone, year, month, begins) => {
    expect(startOfMonth(year, month, zone).toISOString()).toBe(begins);
  });
});

describe("the last months", () => {
  it("cross the year's end, in the time zone", () => {
    const now = new Date("2026-02-01T03:00:00.500Z");
    expect(monthsUpTo(now, 3, "UTC").map(({ key }) => key)).toEqual([
      "2025-12",
      "2026-01",
      "2026-02",
    ]);
    expect(monthsUpTo(now, 3, NEW_YORK).map(({ key }) => key)).toEqual([
      "2025-11",
      "2025-12",
      "2026-01",
    ]);
  });
});

describe("a year", () => {
  it("lasts from its first instant in the time zone until before the next year's", () => {
    const { from, to } = yearBetween(2026, NEW_YORK);
    expect([from, to].map((at) => at.toISOString())).toEqual([
      "2026-01-01T05:00:00.000Z",
      "2027-01-01T05:00:00.000Z",
    ]);
    expect(yearAt(new Date(to.getTime() - 1), NEW_YORK)).toBe(2026);
    expect(yearAt(to, NEW_YORK)).toBe(2027);
  });
});
