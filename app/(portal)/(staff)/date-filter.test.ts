import { expect, it } from "vitest";
import { readDateFilter } from "./date-filter.ts";

it("takes days that exist, and ignores anything else", () => {
  expect(readDateFilter({ from: "2028-02-29", to: "2026-11-23" })).toEqual({
    from: "2028-02-29",
    to: "2026-11-23",
  });
  for (const day of ["2026-02-31", "2026-2-1", "0000-01-01", "today", ""]) {
    expect(readDateFilter({ from: day, to: day }), day).toEqual({});
  }
});
