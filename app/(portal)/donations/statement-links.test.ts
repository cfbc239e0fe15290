import { expect, it } from "vitest";
import { statementLinks } from "./statement-links.ts";

it("is one file for a year that one can hold", () => {
  expect(statementLinks({ year: 2026, pages: 1 })).toEqual([
    { name: "Year statement 2026 (PDF)", href: "/statements/2026" },
  ]);
});

it("is a file for each part of a longer one, ten at the most", () => {
  expect(statementLinks({ year: 2026, pages: 2 })).toEqual([
    { name: "Year statement 2026, part 1 of 2 (PDF)", href: "/statements/2026?page=1" },
    { name: "Year statement 2026, part 2 of 2 (PDF)", href: "/statements/2026?page=2" },
  ]);
  expect(statementLinks({ year: 2026, pages: 2_000 })).toHaveLength(10);
});
