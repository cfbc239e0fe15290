import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { LETTER_OUTLINES, renderLetterOutlines } from "./letter-outlines.ts";

it("the outlines match the display face", () => {
  expect(readFileSync(LETTER_OUTLINES, "utf8")).toBe(renderLetterOutlines());
});

it("the outlines are small, and only the first point of each letter is absolute", () => {
  const text = renderLetterOutlines();
  expect(text.length).toBeLessThan(12_000);
  const paths = [...text.matchAll(/"d": "([^"]+)"/g)].map(([, d]) => d);
  expect(paths).toHaveLength(37);
  for (const path of paths) expect(path).toMatch(/^M-?\d+[ -]\d+([mhvlqt][\d -]+|z)+$/);
});
