import { describe, expect, it } from "vitest";
import data from "#prisma/data/schools.json" with { type: "json" };
import { directoryFile } from "../directory.ts";
import {
  ACCENT_FROM,
  artShapes,
  MOTIF_NAMES,
  type MotifName,
  type Shape,
  WIDTH,
} from "./motifs.ts";
import { schoolPalette } from "./palette.ts";

const { schools } = directoryFile.parse(data);

type Art = { school_id: string; motif: MotifName; colors: string[] };
const artOf = (school: Art) => artShapes(school, schoolPalette(school.colors));

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

/** The slopes of straight lines that are neither level nor upright. */
function slopesOf({ d }: Shape): number[] {
  let [x, y] = [0, 0];
  return [...d.matchAll(/([MLHVA])([^A-Z]*)/g)].flatMap(([, command, rest = ""]) => {
    const values = rest.trim().split(/[ ,]+/).map(Number) as [number, number];
    const from = [x, y] as const;
    if (command === "H") [x] = values;
    else if (command === "V") [y] = values;
    else [x, y] = values.slice(-2) as [number, number];
    return command === "L" && x !== from[0] && y !== from[1] ? [(y - from[1]) / (x - from[0])] : [];
  });
}

describe("a school's art", () => {
  it("is unique, even with another school's colors", () => {
    const colors = ["#bb0000", "#ffffff"];
    const drawn = schools.map((school) => JSON.stringify(artOf({ ...school, colors })));
    expect(new Set(drawn).size).toBe(schools.length);
  });

  it("is the same every time", () => {
    const [one, again] = [1, 2].map(() =>
      artOf({ school_id: "ohio-state", motif: "stripes", colors: ["#bb0000", "#666666"] }),
    );
    expect(one).toEqual(again);
  });

  it("isn't tilted: only the end zone's paint is slanted, at 45 degrees, and pennants hang straight", () => {
    for (const school of schools) {
      const shapes = artOf(school);
      const slopes = new Set(shapes.flatMap(slopesOf).map(Math.abs));
      if (school.motif === "diagonals") expect(slopes, school.name).toEqual(new Set([1]));
      else if (school.motif !== "pennants") expect(slopes, school.name).toEqual(new Set());
      // The last shape is the shade, which may cover one half.
      const hanging = school.motif === "pennants" ? shapes.slice(0, -1) : [];
      const pennants = hanging.flatMap(({ d }) => [...d.matchAll(/M(\d+) (\d+)L(\d+) \2L(\d+) /g)]);
      for (const [, left, , right, tip] of pennants) {
        expect(Math.abs(Number(left) + Number(right) - 2 * Number(tip))).toBeLessThanOrEqual(1);
      }
      expect(pennants.length > 10).toBe(school.motif === "pennants");
    }
  });

  it("has only shades of the field on the left, where text goes", () => {
    for (const school of schools) {
      const { field, tones } = schoolPalette(school.colors);
      const calm = [field, ...tones];
      const strong = artOf(school).filter(({ fill, stroke }) =>
        [fill, stroke].some((color) => color !== undefined && !calm.includes(color)),
      );
      expect(strong.length, school.name).toBeGreaterThan(0);
      for (const shape of strong) {
        expect(leftOf(shape), school.name).toBeGreaterThanOrEqual(ACCENT_FROM - 8);
        expect(leftOf(shape), school.name).toBeLessThan(WIDTH);
      }
    }
  });

  it("uses absolute commands in whole units, and valid colors", () => {
    for (const school of schools) {
      for (const { d, fill, stroke } of artOf(school)) {
        expect(d).toMatch(/^[MLHVQAZ\d -]+$/);
        expect(fill ?? stroke).toMatch(/^#[0-9a-f]{6}$/);
      }
    }
  });

  it("is drawn for any id", () => {
    for (const school_id of ["", "new-school", "ʻōlelo", "x".repeat(500)]) {
      for (const motif of MOTIF_NAMES) {
        expect(artOf({ school_id, motif, colors: [] }).length).toBeGreaterThan(1);
      }
    }
  });
});
