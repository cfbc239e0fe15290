import { expect, it } from "vitest";
import { pageNames } from "./page-names.ts";

const nameOf = pageNames([
  "/",
  "/schools/[school_id]",
  "/give/review",
  "/give/[school_id]",
  "/api/auth/[...nextauth]",
]);

it.each([
  ["/", "/"],
  ["/schools/ohio-state", "/schools/[school_id]"],
  ["/give/review", "/give/review"],
  ["/give/ohio-state", "/give/[school_id]"],
  ["/api/auth/callback/credentials", "/api/auth/[...nextauth]"],
  ["/_next/static/chunks/a1b2.js", "/_next"],
  ["/schools/ohio-state/secret", "(other)"],
  ["/wp-login.php", "(other)"],
])("%s is called %s", (path, name) => {
  expect(nameOf(path)).toBe(name);
});
