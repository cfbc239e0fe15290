import { describe, expect, it } from "vitest";
import data from "#prisma/data/schools.json" with { type: "json" };
import { contrast, difference, lightnessOf } from "./color.ts";
import { actionColors, type SchoolPalette, schoolPalette } from "./palette.ts";

const PAPER = { light: "#f5f3ee", dark: "#0d0e12" };
const INK = { light: "#13141a", dark: "#f3f1eb" };

const isGray = (color: string) => lightnessOf(color).chroma < 0.067;

/** Which color appears on which, and the contrast it needs. */
const NEEDS: [(palette: SchoolPalette) => [front: string, background: string], number][] = [
  [({ ink, field }) => [ink, field], 4.5],
  [({ ink, tones }) => [ink, tones[0]], 4.5],
  [({ ink, tones }) => [ink, tones[1]], 4.5],
  [({ quietInk, field }) => [quietInk, field], 4.5],
  [({ quietInk, tones }) => [quietInk, tones[0]], 4.5],
  [({ quietInk, tones }) => [quietInk, tones[1]], 4.5],
  [({ stubInk, stub }) => [stubInk, stub], 4.5],
  [({ quietStubInk, stub }) => [quietStubInk, stub], 4.5],
  [({ accentOnField, field }) => [accentOnField, field], 3],
  [({ onAccent, accentOnField }) => [onAccent, accentOnField], 4.5],
];

function issuesOf(colors: string[]): string[] {
  const palette = schoolPalette(colors);
  const issues = NEEDS.flatMap(([pair, min]) => {
    const [front, background] = pair(palette);
    return contrast(front, background) >= min ? [] : [`${pair}: ${front} on ${background}`];
  });
  const { field, stub } = palette;
  if (contrast(field, stub) < 1.7 && difference(field, stub) < 0.25) {
    issues.push(`field ${field} and stub ${stub} look alike`);
  }
  for (const scheme of ["light", "dark"] as const) {
    const { fill, label } = actionColors(palette, scheme);
    if (contrast(label, fill) < 4.5) issues.push(`${scheme}: ${label} on a button of ${fill}`);
    if (contrast(fill, PAPER[scheme]) < 3) issues.push(`${scheme}: a button of ${fill}`);
    const isOwn = fill !== INK[scheme] && fill !== palette.field;
    if (isOwn && isGray(fill)) issues.push(`${scheme}: a gray button, ${fill}`);
  }
  const { accentOnField, ink } = palette;
  if (isGray(accentOnField) && accentOnField !== ink) issues.push(`gray: ${accentOnField}`);
  for (const color of Object.values(palette).flat()) {
    if (!/^#[0-9a-f]{6}$/.test(color)) issues.push(`${color} isn't a color`);
  }
  return issues.map((issue) => `${colors.join()}: ${issue}`);
}

describe("everything is readable", () => {
  it("for every school", () => {
    expect(data.schools.flatMap(({ colors }) => issuesOf(colors))).toEqual([]);
  });

  it("for any two colors, even identical ones", () => {
    const channels = ["00", "80", "ff"];
    const colors = channels.flatMap((r) =>
      channels.flatMap((g) => channels.map((b) => `#${r}${g}${b}`)),
    );
    colors.push("#757575", "#777777", "#1a1a1a", "#e8e8e8");
    expect(colors.flatMap((one) => colors.flatMap((other) => issuesOf([one, other])))).toEqual([]);
  });

  it.each([
    ["no colors", []],
    ["one color", ["#bb0000"]],
    ["one light color", ["#ffd520"]],
    ["white alone", ["#ffffff"]],
    ["black alone", ["#000000"]],
    ["gray alone", ["#808080"]],
    ["invalid colors", ["red", '"><script>', "#12345", ""]],
    ["a third color", ["#bb0000", "#666666", "#ffffff"]],
  ])("for %s", (_, colors) => {
    expect(issuesOf(colors)).toEqual([]);
  });
});

describe("a school's colors", () => {
  it("are used unchanged wherever they are readable", () => {
    expect(schoolPalette(["#00274C", "#FFCB05"])).toMatchObject({
      field: "#00274c",
      ink: "#ffffff",
      stub: "#ffcb05",
      stubInk: "#00274c",
    });
  });

  it("stay two colors even if both are equally dark: Kansas is red on blue", () => {
    expect(schoolPalette(["#0051ba", "#e8000d"])).toMatchObject({
      field: "#0051ba",
      stub: "#e8000d",
    });
  });

  it("take their text from the second color on light fields", () => {
    expect(schoolPalette(["#f1b82d", "#000000"])).toMatchObject({
      field: "#f1b82d",
      ink: "#000000",
    });
  });

  it("are used in order, skipping invalid ones", () => {
    expect(schoolPalette(["none", "#bb0000", "#ffffff"])).toEqual(
      schoolPalette(["#bb0000", "#ffffff"]),
    );
    expect(schoolPalette([]).field).toBe("#44474f");
  });

  it("replace a mid gray with silver", () => {
    expect(contrast(schoolPalette(["#bb0000", "#666666"]).stub, "#ffffff")).toBeLessThan(1.6);
  });

  it("change the field by at most a shade", () => {
    const moved = data.schools.filter(({ colors }) => schoolPalette(colors).field !== colors[0]);
    expect(moved.length).toBeLessThanOrEqual(5);
    for (const { colors } of moved) {
      expect(difference(schoolPalette(colors).field, colors[0] as string)).toBeLessThan(0.07);
    }
  });
});

describe("a button on the field", () => {
  const accentOf = (...colors: string[]) => {
    const { accentOnField, onAccent } = schoolPalette(colors);
    return [accentOnField, onAccent];
  };

  it("has the second color if that's colorful, otherwise the text's", () => {
    expect(accentOf("#00274c", "#ffcb05")).toEqual(["#ffcb05", "#00274c"]);
    expect(accentOf("#d00000", "#ffffff")).toEqual(["#ffffff", "#d00000"]);
    expect(accentOf("#ba0c2f", "#000000")).toEqual(["#ffffff", "#ba0c2f"]);
    expect(accentOf("#cfb991", "#000000")).toEqual(["#000000", "#cfb991"]);
  });

  it.each([
    ["silver", "#bb0000", "#666666"],
    ["cool silver", "#4d1979", "#a3a9ac"],
    ["slate", "#bf5700", "#333f48"],
    ["dull bronze", "#501214", "#8d734a"],
  ])("is white instead of %s, which looks disabled", (_, field, second) => {
    expect(accentOf(field, second)).toEqual(["#ffffff", field]);
  });
});

describe("the Give button", () => {
  const buttonOf = (colors: string[], scheme: "light" | "dark") =>
    actionColors(schoolPalette(colors), scheme);

  it("has the first color if it's visible", () => {
    expect(buttonOf(["#00274c", "#ffcb05"], "light")).toEqual({
      fill: "#00274c",
      label: "#ffffff",
    });
  });

  it("otherwise has the second", () => {
    expect(buttonOf(["#00274c", "#ffcb05"], "dark")).toEqual({ fill: "#ffcb05", label: "#00274c" });
  });

  it("otherwise has the page's ink", () => {
    expect(buttonOf(["#041e42", "#8d9093"], "dark")).toEqual({ fill: "#f3f1eb", label: "#0d0e12" });
    expect(buttonOf(["#000000", "#0a0a23"], "dark").fill).not.toBe("#000000");
    expect(buttonOf(["#ffffff", "#fff4c2"], "light")).toEqual({
      fill: "#13141a",
      label: "#f5f3ee",
    });
  });
});
