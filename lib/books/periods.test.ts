import { describe, expect, it } from "vitest";
import { dueOn, periodEnd, type Schedule } from "./periods.ts";

const NEW_YORK = "America/New_York";
const HONOLULU = "Pacific/Honolulu";

describe("the end of a period", () => {
  it.each<[string, Schedule, string, string]>([
    ["2026-10-05T14:00:00.000Z", "monthly", NEW_YORK, "2026-11-01T04:00:00.000Z"],
    // Daylight saving ends on November 1, and begins on March 14.
    ["2026-11-01T04:00:00.000Z", "monthly", NEW_YORK, "2026-12-01T05:00:00.000Z"],
    ["2027-03-01T05:00:00.000Z", "monthly", NEW_YORK, "2027-04-01T04:00:00.000Z"],
    ["2026-11-01T03:59:59.999Z", "monthly", NEW_YORK, "2026-11-01T04:00:00.000Z"],
    ["2026-11-01T04:00:00.000Z", "daily", NEW_YORK, "2026-11-02T05:00:00.000Z"],
    ["2027-03-14T05:00:00.000Z", "daily", NEW_YORK, "2027-03-15T04:00:00.000Z"],
    ["2028-02-29T12:00:00.000Z", "daily", NEW_YORK, "2028-03-01T05:00:00.000Z"],
    ["2028-02-10T12:00:00.000Z", "monthly", HONOLULU, "2028-03-01T10:00:00.000Z"],
    ["2026-12-31T12:00:00.000Z", "monthly", HONOLULU, "2027-01-01T10:00:00.000Z"],
    // Already November in UTC, and still October in Honolulu.
    ["2026-11-01T05:00:00.000Z", "monthly", HONOLULU, "2026-11-01T10:00:00.000Z"],
    ["2026-11-01T05:00:00.000Z", "monthly", "Pacific/Kiritimati", "2026-11-30T10:00:00.000Z"],
    // A Monday begins, runs, and ends.
    ["2026-11-02T05:00:00.000Z", "weekly", NEW_YORK, "2026-11-09T05:00:00.000Z"],
    ["2026-11-08T23:00:00.000Z", "weekly", NEW_YORK, "2026-11-09T05:00:00.000Z"],
    ["2026-10-28T23:00:00.000Z", "weekly", NEW_YORK, "2026-11-02T05:00:00.000Z"],
  ])("that runs at %s, %s in %s, is %s", (at, schedule, zone, end) => {
    expect(periodEnd(new Date(at), schedule, zone).toISOString()).toBe(end);
  });

  it("is always later, and the next period begins there", () => {
    for (const zone of [
      NEW_YORK,
      HONOLULU,
      "Australia/Lord_Howe",
      "Pacific/Kiritimati",
      "Europe/Dublin",
    ]) {
      for (const schedule of ["daily", "weekly", "monthly"] as const) {
        let at = new Date("2026-12-30T11:22:33Z");
        for (let n = 0; n < 400; n++) {
          const end = periodEnd(at, schedule, zone);
          expect(end.getTime(), `${schedule} in ${zone} from ${at.toISOString()}`).toBeGreaterThan(
            at.getTime(),
          );
          at = end;
        }
      }
    }
  });
});

it("a statement is due as many days after its last midnight as the terms say", () => {
  expect(dueOn(new Date("2026-11-01T04:00:00Z"), 30, NEW_YORK)).toBe("2026-12-01");
  expect(dueOn(new Date("2028-02-01T05:00:00Z"), 29, NEW_YORK)).toBe("2028-03-01");
  expect(dueOn(new Date("2026-11-01T04:00:00Z"), 0, NEW_YORK)).toBe("2026-11-01");
});
