import { describe, expect, it } from "vitest";
import data from "#prisma/data/schools.json" with { type: "json" };
import { monogramOutline } from "./letters.ts";

describe("the outline of letters", () => {
  it("extends from the left edge to the right edge", () => {
    const { d, width, height } = monogramOutline("H");
    expect(height).toBe(800);
    expect(d).toMatch(/^M0 800v-800/);
    expect(width).toBeGreaterThan(300);
    expect(width).toBeLessThan(height);
  });

  it("places letters one after another, each with its own start", () => {
    const [one, two] = [monogramOutline("H"), monogramOutline("HH")];
    expect(two.width).toBeGreaterThan(2 * one.width);
    expect(two.d.startsWith(one.d)).toBe(true);
    expect(two.d.match(/M/g)).toHaveLength(2);
  });

  it("applies the typeface's kerning", () => {
    const widthOf = (letters: string) => monogramOutline(letters).width;
    expect(widthOf("LT") - widthOf("L")).toBeLessThan(widthOf("HT") - widthOf("H"));
  });

  it("exists for all letters of every school", () => {
    for (const { monogram } of data.schools) {
      const { d, width } = monogramOutline(monogram);
      expect(d.match(/M/g), monogram).toHaveLength(monogram.length);
      expect(width, monogram).toBeLessThan(2_600);
    }
  });

  it("omits characters it doesn't have", () => {
    expect(monogramOutline("<A>")).toEqual(monogramOutline("A"));
    expect(monogramOutline("東京")).toEqual({ d: "", width: 0, height: 800 });
    expect(monogramOutline("A&M").d.match(/M/g)).toHaveLength(3);
  });
});
