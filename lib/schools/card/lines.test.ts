import { describe, expect, it } from "vitest";
import { fitText } from "./lines.ts";
import { widthOf } from "./typefaces.ts";

const room = { face: "display", width: 600, most: 2, sizes: [120, 80] } as const;

it("takes the largest size in which a text fits", () => {
  expect(fitText("Ohio State", room)).toEqual({ lines: ["Ohio State"], size: 120 });
  expect(fitText("Mississippi State Bulldogs", room).size).toBe(80);
});

it("breaks between words, and loses none", () => {
  const { lines } = fitText("University of Louisiana Monroe", room);
  expect(lines.length).toBeGreaterThan(1);
  expect(lines.join(" ")).toBe("University of Louisiana Monroe");
});

describe("what doesn't fit at all is cut", () => {
  it.each(["x".repeat(300), "word ".repeat(100), `a ${"x".repeat(300)} b`])("%s", (text) => {
    const { lines, size } = fitText(text, room);
    expect(lines.length).toBeLessThanOrEqual(2);
    expect(lines.at(-1)).toMatch(/…$/);
    for (const line of lines) expect(widthOf("display", line) * size).toBeLessThanOrEqual(600);
  });
});

it("draws names with accents and an okina, and leaves out what the face lacks", () => {
  const width = (text: string) => widthOf("display", text);
  expect(width("San José")).toBeCloseTo(width("San Jose"), 1);
  expect(width("Hawaiʻi")).toBeGreaterThan(width("Hawaii"));
  expect(width("明🎟️")).toBe(0);
});
