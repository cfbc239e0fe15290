import { describe, expect, it } from "vitest";
import data from "#prisma/data/schools.json" with { type: "json" };
import { makeSchool } from "#test/factories.ts";
import { contrast, drawMonogram, getMonogram, letterColor, monogramLetters } from "./monogram.ts";

describe("the letters", () => {
  it.each([
    ["Ohio State", "OS"],
    ["Texas A&M", "TAM"],
    ["USC", "USC"],
    ["NC State", "NCS"],
    ["San José State", "SJS"],
    ["Hawaiʻi", "H"],
    ["UConn", "UC"],
    ["Miami (FL)", "MFL"],
    ["lower", "L"],
  ])("of %s are %s", (name, letters) => {
    expect(monogramLetters(name)).toBe(letters);
  });

  it("of every school are one to three", () => {
    for (const { name } of data.schools) expect(monogramLetters(name)).toMatch(/^[A-Z]{1,3}$/);
  });
});

describe("the drawing", () => {
  it("is readable on every school's colors", () => {
    for (const { colors } of data.schools) {
      const [background = "", preferred] = colors;
      const letters = letterColor(background, preferred);
      expect(contrast(background, letters), colors.join()).toBeGreaterThanOrEqual(4.5);
    }
  });

  it("measures contrast as WCAG does", () => {
    expect(contrast("#ffffff", "#000000")).toBeCloseTo(21);
    expect(contrast("#777777", "#ffffff")).toBeCloseTo(4.478, 2);
  });

  it("escapes names and ignores invalid colors", () => {
    const svg = drawMonogram('<script>&"', ['"><script>', "#12345"]);
    expect(svg).not.toContain("<script");
    expect(svg).toContain('fill="#44474f"');
    expect(drawMonogram("<&>", ["#000000"])).toContain(">&#60;<");
  });

  it("exists for every school, and for nothing else", async () => {
    const id = await makeSchool({ name: "Test State" });
    expect(await getMonogram(id)).toContain(">TS<");
    expect(await getMonogram("no-such-school")).toBeNull();
  });
});
