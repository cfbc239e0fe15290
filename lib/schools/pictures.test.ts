import { describe, expect, it } from "vitest";
import data from "#prisma/data/schools.json" with { type: "json" };
import { monogramLetters } from "./branding.ts";
import type { SchoolBranding } from "./contract.ts";
import { directoryFile } from "./directory.ts";
import { drawMonogram, drawTiles } from "./pictures.ts";

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
  ])("of %s are %s if it has no monogram", (name, letters) => {
    expect(monogramLetters(name)).toBe(letters);
  });

  it("of every school's name are one to three, and every monogram has two to four", () => {
    for (const { name, monogram } of data.schools) {
      expect(monogramLetters(name)).toMatch(/^[A-Z]{1,3}$/);
      expect(monogram, name).toMatch(/^[A-Z]{2,4}$/);
    }
  });
});

describe("the drawing", () => {
  const drawTile = (school: SchoolBranding) => drawTiles([school]);
  const EXAMPLE = {
    school_id: "test",
    name: "Test State",
    monogram: "TST",
    colors: ["#bb0000"],
    motif: "court" as const,
  };

  it.each([
    ["square", drawMonogram, 1_500],
    ["a tile", drawTile, 2_500],
  ])("is small for every school if %s, and needs no font", (_, draw, limit) => {
    for (const { monogram = "", ...school } of directoryFile.parse(data).schools) {
      const svg = draw({ ...school, monogram });
      expect(svg.length, school.name).toBeLessThan(limit);
      expect(svg).toContain(`<title>${monogram}</title>`);
      expect(svg).not.toMatch(/<text|font|NaN|Infinity|undefined/);
    }
  });

  it("scales letters to fit: two fill the height, four the width", () => {
    const scaleOf = (monogram: string) =>
      Number(/scale\(([\d.]+)\)/.exec(drawMonogram({ ...EXAMPLE, monogram }))?.[1]);
    expect(scaleOf("IU") * 800).toBeCloseTo(35, 0);
    expect(scaleOf("MICH") * 800).toBeLessThan(30);
  });

  it("escapes names and ignores invalid colors", () => {
    const names = { school_id: '"><script>', name: '<script>&"', monogram: '<script>&"' };
    const hostile = { ...EXAMPLE, ...names };
    for (const draw of [drawMonogram, drawTile]) {
      const svg = draw({ ...hostile, colors: ['"><script>', "#12345"] });
      expect(svg).not.toContain("<script");
      expect(svg).toContain('fill="#44474f"');
    }
    expect(drawMonogram({ ...EXAMPLE, monogram: "<" })).toContain(">&#60;<");
  });

  it("has no letters if none can be drawn", () => {
    const svg = drawMonogram({ ...EXAMPLE, monogram: "東" });
    expect(svg).toContain("<title>東</title>");
    expect(svg.match(/<path/g)).toHaveLength(2);
  });
});
