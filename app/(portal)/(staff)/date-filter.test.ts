import { expect, it } from "vitest";
import { chosenFilters, filterProblem } from "#app/filters.ts";
import { jar } from "#test/portal-session.ts";
import { makeMember, makeSchoolTenant } from "#test/staff.ts";
import { DATE_FILTERS, toTimes } from "./date-filter.ts";

it("takes days that exist, and refuses anything else", () => {
  const days = { from: "2028-02-29", to: "2026-11-23" };
  expect(filterProblem({ ...days, after: "x", done: "x" }, DATE_FILTERS)).toBeNull();
  expect(chosenFilters({ ...days, after: "x" }, DATE_FILTERS)).toEqual(days);
  // A form's empty field.
  expect(filterProblem({ from: "", to: " " }, DATE_FILTERS)).toBeNull();
  expect(chosenFilters({ from: "", to: " " }, DATE_FILTERS)).toEqual({});
  for (const day of ["2026-02-31", "2026-2-1", "0000-01-01", "today"]) {
    const problem = `“${day}” isn’t a value of the filter “from”.`;
    expect(filterProblem({ from: day }, DATE_FILTERS)).toBe(problem);
  }
  for (const name of ["bank", "From", "constructor", "__proto__"]) {
    const query = Object.fromEntries([[name, "Harbor"]]);
    expect(filterProblem(query, DATE_FILTERS)).toBe(`“${name}” isn’t a filter here.`);
  }
});

it("is in a foundation's zone, wherever its reader is", async () => {
  const { scope } = await makeMember(await makeSchoolTenant(), "viewer");
  for (const zone of ["UTC", "Asia/Tokyo", "America/Los_Angeles", "Pacific/Kiritimati"]) {
    jar.set("zone", zone);
    expect(await toTimes(scope, { from: "2026-11-01", to: "2026-11-01" })).toEqual({
      from: new Date("2026-11-01T04:00:00Z"),
      to: new Date("2026-11-02T05:00:00Z"),
    });
  }
});
