import { expect, it } from "vitest";
import { statementLinks } from "./year-statements.tsx";

it("links one file for a year that fits in one file", () => {
  expect(statementLinks({ year: 2026, pages: 1 })).toEqual([
    { name: "Year statement 2026 (PDF)", href: "/statements/2026" },
  ]);
});

it("links each part of a longer year, up to ten", () => {
  expect(statementLinks({ year: 2026, pages: 2 })).toEqual([
    { name: "Year statement 2026, part 1 of 2 (PDF)", href: "/statements/2026?page=1" },
    { name: "Year statement 2026, part 2 of 2 (PDF)", href: "/statements/2026?page=2" },
  ]);
  expect(statementLinks({ year: 2026, pages: 2_000 })).toHaveLength(10);
});
