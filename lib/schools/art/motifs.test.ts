import { describe, expect, it } from "vitest";
import data from "#prisma/data/schools.json" with { type: "json" };
import { artShapes, MOTIF_NAMES, motifOf, type Shape, WIDTH } from "./motifs.ts";
import { schoolPalette } from "./palette.ts";

const { schools } = data;
const artOf = (id: string, colors: string[]) => artShapes(id, schoolPalette(colors));

/** How far left a shape reaches. All its arcs are half circles. */
function leftOf({ d, strokeWidth = 0 }: Shape): number {
  let [x, y, left] = [0, 0, Number.POSITIVE_INFINITY];
  for (const [, command, rest = ""] of d.matchAll(/([MLHQAZ])([^A-Z]*)/g)) {
    const values = rest.trim().split(/[ ,]+/).map(Number);
    const [toX = x, toY = y] = command === "H" ? [values[0], y] : values.slice(-2);
    if (command === "A") left = Math.min(left, (x + toX) / 2 - (values[0] as number));
    if (command === "Q") left = Math.min(left, (x + 2 * (values[0] as number) + toX) / 4);
    if (command !== "Z") [x, y] = [toX, toY];
    left = Math.min(left, x);
  }
  return left - strokeWidth / 2;
}

describe("the motifs", () => {
  it("are spread evenly", () => {
    const counts = MOTIF_NAMES.map(
      (name) => schools.filter(({ school_id }) => motifOf(school_id) === name).length,
    );
    expect(Math.min(...counts)).toBeGreaterThanOrEqual(15);
    expect(counts.length).toBe(5);
  });

  it("rarely repeat among neighbors in a conference", () => {
    const alike = schools.filter(({ school_id, conference }, at) => {
      const before = schools[at - 1];
      const isNeighbor = before?.conference === conference;
      return isNeighbor && motifOf(before.school_id) === motifOf(school_id);
    });
    expect(alike.length).toBeLessThanOrEqual(8);
    const three = alike.filter((school) => {
      const before = schools[schools.indexOf(school) - 1];
      return before && alike.includes(before);
    });
    expect(three).toEqual([]);
  });

  it("differ among schools of the same colors", () => {
    const seen = new Set<string>();
    for (const { school_id, colors } of schools) {
      const look = `${motifOf(school_id)} ${colors.join()}`;
      expect(seen, look).not.toContain(look);
      seen.add(look);
    }
  });
});

describe("a school's art", () => {
  it("is unique, even with another school's colors", () => {
    const drawn = schools.map(({ school_id }) =>
      JSON.stringify(artOf(school_id, ["#bb0000", "#ffffff"])),
    );
    expect(new Set(drawn).size).toBe(schools.length);
  });

  it("is the same every time", () => {
    const [one, again] = [1, 2].map(() => artOf("ohio-state", ["#bb0000", "#666666"]));
    expect(one).toEqual(again);
    expect(motifOf("ohio-state")).toBe("court");
  });

  it("has only shades of the field on the left, where text goes", () => {
    for (const { school_id, colors } of schools) {
      const { field, tones } = schoolPalette(colors);
      const calm = [field, ...tones];
      const strong = artOf(school_id, colors).filter(({ fill, stroke }) =>
        [fill, stroke].some((color) => color !== undefined && !calm.includes(color)),
      );
      expect(strong.length, school_id).toBeGreaterThan(0);
      for (const shape of strong) {
        expect(leftOf(shape), school_id).toBeGreaterThanOrEqual(WIDTH * 0.75);
        expect(leftOf(shape), school_id).toBeLessThan(WIDTH);
      }
    }
  });

  it("uses absolute commands in whole units, and valid colors", () => {
    for (const { school_id, colors } of schools) {
      for (const { d, fill, stroke } of artOf(school_id, colors)) {
        expect(d).toMatch(/^[MLHVQAZ\d -]+$/);
        expect(fill ?? stroke).toMatch(/^#[0-9a-f]{6}$/);
      }
    }
  });

  it("is drawn for any id", () => {
    for (const id of ["", "new-school", "ʻōlelo", "x".repeat(500)]) {
      expect(artOf(id, []).length).toBeGreaterThan(1);
    }
  });
});
