import { expect, it } from "vitest";
import { pageIn } from "./enter-context.ts";
import { kindOfPath } from "./paths.ts";

it.each([
  ["/school", "school"],
  ["/school/team?a=1", "school"],
  ["/schools", "cardholder"],
  ["/schools/ohio-state", "cardholder"],
  ["/bank/audit-log", "bank"],
  ["/operator", "operator"],
  ["/home", "cardholder"],
  ["/", "cardholder"],
])("%s is a page of kind %s", (path, kind) => {
  expect(kindOfPath(path)).toBe(kind);
});

it("a switch leads to the requested page only if it belongs to the context and is ours", () => {
  expect(pageIn("school:iowa", "/school/team?done=role")).toBe("/school/team?done=role");
  expect(pageIn("school:iowa", "/bank/team")).toBe("/school");
  expect(pageIn("cardholder", "/give/iowa")).toBe("/give/iowa");
  expect(pageIn("cardholder", "/school")).toBe("/home");
  expect(pageIn("cardholder", "/switch?next=/home")).toBe("/home");
  for (const evil of ["//evil.example", "https://evil.example/school", "/\\evil.example", ""]) {
    expect(pageIn("operator", evil)).toBe("/operator");
  }
});
