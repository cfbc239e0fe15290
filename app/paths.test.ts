import { describe, expect, it } from "vitest";
import { returnPath } from "./paths.ts";

describe("the path after a sign-in", () => {
  it.each(["/home", "/home?after=abc", "/schools/ohio-state", "/settings#password"])(
    "may be %s",
    (path) => {
      expect(returnPath(path)).toBe(path);
    },
  );

  it.each([
    "https://evil.example/",
    "//evil.example/",
    "/\\evil.example/",
    "/\t/evil.example/",
    "/.//evil.example/",
    "/a/..//evil.example/",
    "javascript:alert(1)",
    "home",
    "",
    null,
    undefined,
  ])("is never %s", (requested) => {
    expect(returnPath(requested)).toBe("/home");
  });
});
