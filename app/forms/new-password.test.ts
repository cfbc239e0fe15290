import { expect, it } from "vitest";
import { passwordProblem } from "#lib/auth/passwords/policy.ts";
import { newPasswordError, newPasswordHelp } from "./new-password.ts";

const pat = { email: "pat.sample@ohiobank.example", name: "Patricia Sample" };

it.each([
  ["short", "Use at least 15 characters"],
  ["a long walk ".repeat(20), "Use at most 128 characters"],
  ["abc1abc1abc1abc1", "repetitive or sequential"],
  ["sunshine-2026!!", "one of the most common passwords"],
  ["PatriciaSample1", "based on your name"],
  ["ahSh4phoo9iech8\ud800", "unsupported character"],
])("explains why %s is rejected", (password, expected) => {
  const problem = passwordProblem(password, pat);
  if (!problem) throw new Error("the password was accepted");
  expect(newPasswordError({ loc: ["body", "new_password"], ...problem })).toContain(expected);
});

it("states the minimum length in the help text", () => {
  expect(newPasswordHelp()).toContain("At least 15 characters");
});
