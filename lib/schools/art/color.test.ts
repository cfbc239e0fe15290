import { describe, expect, it } from "vitest";
import {
  contrast,
  difference,
  ensureContrast,
  expandHexColor,
  lighten,
  lightnessOf,
  nearestColor,
  validColor,
  withLightness,
} from "./color.ts";

it("measures contrast as WCAG does", () => {
  expect(contrast("#ffffff", "#000000")).toBeCloseTo(21);
  expect(contrast("#777777", "#ffffff")).toBeCloseTo(4.478, 2);
  expect(contrast("#ffffff", "#777777")).toBe(contrast("#777777", "#ffffff"));
});

it("measures how different colors look, even if they are equally light", () => {
  expect(difference("#0051ba", "#0051ba")).toBe(0);
  expect(difference("#0051ba", "#e8000d")).toBeGreaterThan(0.25);
  expect(difference("#0a254e", "#041e42")).toBeLessThan(0.05);
});

it("accepts only `#rrggbb`", () => {
  expect(validColor("#BB0000")).toBe("#bb0000");
  for (const other of ["#fff", "bb0000", "#bb00001", "#gg0000", "red", "", " #bb0000", 7, null]) {
    expect(validColor(other)).toBeUndefined();
  }
  expect(expandHexColor("#AbC")).toBe("#aabbcc");
});

describe("another lightness", () => {
  it("is as requested, in the same hue, and always within the sRGB gamut", () => {
    for (const color of ["#bb0000", "#fee123", "#0021a5", "#808080", "#ffffff", "#000000"]) {
      for (const lightness of [-0.1, 0, 0.3, 0.6, 0.9, 1.1]) {
        const moved = withLightness(color, lightness);
        expect(moved).toMatch(/^#[0-9a-f]{6}$/);
        const wanted = Math.min(1, Math.max(0, lightness));
        expect(Math.abs(lightnessOf(moved).lightness - wanted)).toBeLessThan(0.03);
      }
    }
  });

  it("keeps gray neutral", () => {
    expect(lightnessOf(lighten("#666666", 0.2)).chroma).toBeLessThan(0.001);
  });
});

describe("the nearest color that passes", () => {
  const isDark = (color: string) => contrast(color, "#ffffff") >= 7;

  it("is the color itself if it passes", () => {
    expect(nearestColor("#00274c", -1, isDark)).toBe("#00274c");
  });

  it("is no farther than necessary", () => {
    const found = nearestColor("#bb0000", -1, isDark) ?? "";
    expect(contrast(found, "#ffffff")).toBeGreaterThanOrEqual(7);
    expect(contrast(found, "#ffffff")).toBeLessThan(7.6);
  });

  it("is undefined if none passes, or none is close enough", () => {
    expect(nearestColor("#bb0000", 1, isDark)).toBeUndefined();
    expect(nearestColor("#ff8200", -1, isDark, 0.06)).toBeUndefined();
  });
});

it("ensures contrast by mixing in black or white, whichever contrasts more with the background", () => {
  expect(contrast(ensureContrast("#888888", "#ffffff", 4.5), "#ffffff")).toBeGreaterThanOrEqual(
    4.5,
  );
  expect(contrast(ensureContrast("#888888", "#000000", 9), "#000000")).toBeGreaterThanOrEqual(9);
});
