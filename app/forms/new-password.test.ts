import { expect, it } from "vitest";
import { problemsOf } from "#lib/auth/passwords/policy.ts";
import { newPasswordHelp, newPasswordWords } from "./new-password.ts";

const pat = { email: "pat.sample@ohiobank.example", name: "Patricia Sample" };

it.each([
  ["short", "Use at least 15 characters"],
  ["a long walk ".repeat(20), "Use at most 128 characters"],
  ["abc1abc1abc1abc1", "repetitive or sequential"],
  ["sunshine-2026!!", "one of the most common passwords"],
  ["PatriciaSample1", "based on your name"],
  ["ahSh4phoo9iech8\ud800", "unsupported character"],
])("says in plain words why %s is not taken", (password, told) => {
  const [problem] = problemsOf(password, pat);
  if (!problem) throw new Error("it was taken");
  expect(newPasswordWords({ loc: ["body", "new_password"], ...problem })).toContain(told);
});

it("states the minimum length up front", () => {
  expect(newPasswordHelp()).toContain("At least 15 characters");
});
