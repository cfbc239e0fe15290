/** Color arithmetic: contrast as WCAG defines it, everything else in OKLab. All colors are `#rrggbb`. */
import {
  differenceEuclidean,
  formatHex,
  interpolate,
  type Oklch,
  oklch,
  toGamut,
  wcagContrast,
} from "culori";

const toRgb = toGamut("rgb", "oklch");

const read = (color: string): Oklch => oklch(color) ?? { mode: "oklch", l: 0, c: 0 };

/** The minimum contrast of text, and of graphics (WCAG 2.2 AA). */
export const READABLE = 4.5;
export const VISIBLE = 3;

/** The product's own colors, as in app/globals.css and named as in components/ui/theme.css. */
export const PAGE = {
  light: {
    paper: "#f5f3ee",
    ink: "#13141a",
    // Tiles and form fields on the paper.
    sheet: "#ffffff",
    quiet: "#575a64",
    line: "#dcd8ce",
    edge: "#84817a",
    completed: "#0e6a3b",
    completedGround: "#e3f3e8",
    waiting: "#7d4a00",
    waitingGround: "#fbefd7",
    failed: "#a3123a",
    failedGround: "#fce8ec",
  },
  dark: {
    paper: "#0d0e12",
    ink: "#f3f1eb",
    sheet: "#16181e",
    quiet: "#a8abb5",
    line: "#2a2d36",
    edge: "#7a7e8a",
    completed: "#84dba8",
    completedGround: "#10301f",
    waiting: "#f3bd68",
    waitingGround: "#33240a",
    failed: "#ffa3b5",
    failedGround: "#3b1019",
  },
};

const WHITE = "#ffffff";
const BLACK = "#000000";
const STEP = 0.01;
const MIXES = 32;

/** A stored color in lower case, or undefined if it isn't one. */
export function validColor(text: unknown): string | undefined {
  return typeof text === "string" && /^#[0-9a-f]{6}$/i.test(text) ? text.toLowerCase() : undefined;
}

/** `#abc` as `#aabbcc`, in lower case. */
export const expandHexColor = (color: string): string => formatHex(color) as string;

/** The contrast of two colors, 1 to 21. */
export const contrast: (one: string, other: string) => number = wcagContrast;

/** The perceived difference of two colors: 0 to about 1. */
export const difference: (one: string, other: string) => number = differenceEuclidean("oklab");

/** Lightness 0 to 1, and chroma: 0 is gray, .3 the most vivid a screen can show. */
export function lightnessOf(color: string): { lightness: number; chroma: number } {
  const { l, c } = read(color);
  return { lightness: l, chroma: c };
}

/** The same hue at another lightness, as vivid as a screen can show it. */
export function withLightness(color: string, lightness: number): string {
  return formatHex(toRgb({ ...read(color), l: Math.min(1, Math.max(0, lightness)) }));
}

/** Lighter by this much, or darker if negative. Oranges shift toward gold, since they would otherwise turn peach. */
export function lighten(color: string, by: number): string {
  const from = read(color);
  const { l, c, h = 0 } = from;
  const isOrange = by > 0 && c > 0.1 && h > 25 && h < 80;
  return formatHex(toRgb({ ...from, l: l + by, ...(isOrange && { h: h + by * 130 }) }));
}

/** The nearest color that passes, toward white (1) or black (-1), if one is within `maxDistance` in lightness. */
export function nearestColor(
  color: string,
  direction: number,
  passes: (color: string) => boolean,
  maxDistance = 1,
): string | undefined {
  if (passes(color)) return color;
  const { lightness } = lightnessOf(color);
  const distance = Math.min(maxDistance, direction > 0 ? 1 - lightness : lightness);
  for (let step = 1; step <= Math.ceil(distance / STEP); step++) {
    const next = withLightness(color, lightness + direction * Math.min(distance, step * STEP));
    if (passes(next)) return next;
  }
  return undefined;
}

/** Mixes two colors: 0 is the first, 1 is the second. */
export function mix(one: string, other: string, share: number): string {
  return formatHex(interpolate([one, other], "rgb")(share));
}

/** Black or white, whichever has more contrast; one of them always has more than 4.5. */
export function blackOrWhiteOn(color: string): string {
  return contrast(color, WHITE) >= contrast(color, BLACK) ? WHITE : BLACK;
}

export function ensureContrast(color: string, background: string, ratio: number): string {
  const goal = blackOrWhiteOn(background);
  for (let step = 0; step < MIXES; step++) {
    const mixed = mix(color, goal, step / MIXES);
    if (contrast(mixed, background) >= ratio) return mixed;
  }
  return goal;
}
