import { expect, it } from "vitest";
import { carriedPath, decryptCarriedPath, encryptCarriedPath } from "./carried-path.ts";

it.each(["/oauth/link/lnk_abc-1", "/give/ohio-state", "/give/ohio-state?amount=50&fund=band"])(
  "carries %s through a password link",
  async (path) => {
    expect(carriedPath(path)).toEqual({ next: path });
    expect(await decryptCarriedPath(await encryptCarriedPath(path))).toBe(path);
  },
);

it.each([
  "/settings",
  "/give",
  "/give/ohio-state/draft",
  "//elsewhere.example/give/x",
  "https://elsewhere.example/give/x",
  `/give/ohio-state?fund=${"x".repeat(600)}`,
  "",
])("carries nothing else, such as %s", async (path) => {
  expect(carriedPath(path)).toEqual({});
  expect(await encryptCarriedPath(path)).toBeUndefined();
});

it("ignores a path that it hasn't encrypted", async () => {
  expect(await decryptCarriedPath("/give/ohio-state")).toBeUndefined();
});
