import { describe, expect, it } from "vitest";
import { monthsUpTo, startOfDay, startOfMonth, yearAt, yearRange } from "./calendar.ts";

const NEW_YORK = "America/New_York";

describe("a month", () => {
  it.each([
    ["UTC", 2026, 0, "2026-01-01T00:00:00.000Z"],
    [NEW_YORK, 2026, 0, "2026-01-01T05:00:00.000Z"],
    [NEW_YORK, 2026, 6, "2026-07-01T04:00:00.000Z"],
    ["Pacific/Kiritimati", 2026, 0, "2025-12-31T10:00:00.000Z"],
    ["Asia/Kathmandu", 2026, 2, "2026-02-28T18:15:00.000Z"],
    // Days on which the clocks go forward, and back.
    ["Australia/Sydney", 2023, 9, "2023-09-30T14:00:00.000Z"],
    [NEW_YORK, 2026, 10, "2026-11-01T04:00:00.000Z"],
  ])("starts at midnight in %s", (zone, year, month, startsAt) => {
    expect(startOfMonth(year, month, zone).toISOString()).toBe(startsAt);
  });
});

it("starts a day at its first instant, even if it has no midnight", () => {
  expect(startOfDay("2026-03-08", "America/Havana").toISOString()).toBe("2026-03-08T05:00:00.000Z");
  expect(startOfDay("2026-03-07", "America/Havana", 1)).toEqual(
    startOfDay("2026-03-08", "America/Havana"),
  );
});

describe("the last months", () => {
  it("cross the year boundary of the time zone", () => {
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
  it("runs from its first instant in the time zone to just before the next year's", () => {
    const { from, to } = yearRange(2026, NEW_YORK);
    expect([from, to].map((at) => at.toISOString())).toEqual([
      "2026-01-01T05:00:00.000Z",
      "2027-01-01T05:00:00.000Z",
    ]);
    expect(yearAt(new Date(to.getTime() - 1), NEW_YORK)).toBe(2026);
    expect(yearAt(to, NEW_YORK)).toBe(2027);
  });
});
