/** The colors of a school's tickets, tiles, and buttons, derived from its two colors. All are `#rrggbb`. */
import { memoized } from "../../memoized.ts";
import {
  blackOrWhiteOn,
  contrast,
  difference,
  lighten,
  lightnessOf,
  mix,
  nearestColor,
  PAGE,
  READABLE,
  VISIBLE,
  validColor,
  withLightness,
} from "./color.ts";

export type SchoolPalette = {
  /** The background, in the school's first color, with its text and secondary text. */
  field: string;
  ink: string;
  quietInk: string;
  /** Shades of the field for the motif. Ink and quiet ink are readable on both. */
  tones: [string, string];
  /** The ticket's stub, in the school's second color, and its text. */
  stub: string;
  stubInk: string;
  quietStubInk: string;
  /** The color of what must stand out on the field, such as a button or a focus ring, and of the text on it. */
  accentOnField: string;
  onAccent: string;
};

const WHITE = "#ffffff";
/** For a school without a valid color. */
const NO_COLOR = "#44474f";

/** How much lightness the field may lose to allow white ink. */
const MAX_FIELD_DARKENING = 0.06;
/** Dark ink and the stub's ink have more than the minimum contrast, so that small text is easy to read. */
const DARK_INK = 5;
const STUB_INK = 4.6;

/** Below the first lightness, darker tones would be invisible; above the second, lighter ones. */
const NEARLY_BLACK = 0.2;
const NEARLY_WHITE = 0.92;

/** Less looks gray next to a school's color. */
const MIN_ACCENT_CHROMA = 0.067;

const GRAY_CHROMA = 0.03;
const MID_GRAY = { from: 0.48, to: 0.85 };
const SILVER = 0.87;
const CHARCOAL = 0.35;

/** A field and stub closer than both of these look like one color, so the stub gets `MIN_STUB_CONTRAST`. */
const SAME_LUMINANCE = 1.7;
const SAME_COLOR = 0.25;
const MIN_STUB_CONTRAST = 2.2;

function makePalette(colors: readonly string[]): SchoolPalette {
  const [first = NO_COLOR, second] = colors.flatMap((color) => validColor(color) ?? []);
  const { field, ink, tones } = fieldColorsOf(first, second);
  const stub = stubOf(second, field, ink);
  const stubInk = stubInkOf(stub, field);
  const isAccent = isVivid(stub) && contrast(stub, field) >= VISIBLE;
  return {
    field,
    ink,
    quietInk: quietOf(ink, field, [field, ...tones]),
    tones,
    stub,
    stubInk,
    quietStubInk: quietOf(stubInk, stub, [stub]),
    accentOnField: isAccent ? stub : ink,
    onAccent: isAccent ? stubInk : field,
  };
}

/** Computing a palette takes about a third of a millisecond, and a page shows up to 136 schools. */
export const schoolPalette = memoized(makePalette, (colors) => colors.join(), 1_000);

/** Whether a button of this color looks ready to press: silver and other grays look disabled. */
const isVivid = (color: string) => lightnessOf(color).chroma >= MIN_ACCENT_CHROMA;

type FieldColors = Pick<SchoolPalette, "field" | "ink" | "tones">;

/** White ink if it is readable on the field, otherwise dark ink: the second color's, or the first one's hue. */
function fieldColorsOf(first: string, second: string | undefined): FieldColors {
  const hasWhiteInk = (color: string) => contrast(color, WHITE) >= READABLE;
  const field = nearestColor(first, -1, hasWhiteInk, MAX_FIELD_DARKENING);
  if (field) return { field, ink: WHITE, tones: tonesOf(field, -1) };
  const isDarker = second && lightnessOf(second).lightness < lightnessOf(first).lightness - 0.1;
  const start = isDarker ? second : withLightness(first, 0.3);
  const tones = tonesOf(first, 1);
  const isReadable = (ink: string) =>
    [first, ...tones].every((background) => contrast(ink, background) >= DARK_INK);
  return { field: first, ink: nearestColor(start, -1, isReadable) ?? blackOrWhiteOn(first), tones };
}

/** Moves away from the ink's lightness where possible, so that text stays readable across the motif. */
function tonesOf(field: string, direction: 1 | -1): [string, string] {
  const { lightness } = lightnessOf(field);
  if (lightness < NEARLY_BLACK) return [withLightness(field, 0.25), withLightness(field, 0.32)];
  const sign = lightness > NEARLY_WHITE ? -1 : direction;
  return [lighten(field, sign * 0.04), lighten(field, sign * 0.085)];
}

function stubOf(second: string | undefined, field: string, ink: string): string {
  const color = withoutMidGray(second ?? (ink === WHITE ? WHITE : lighten(ink, -0.05)), ink);
  const isDistinct = (stub: string) =>
    contrast(stub, field) >= SAME_LUMINANCE || difference(stub, field) >= SAME_COLOR;
  return isDistinct(color) ? color : withContrast(field, color, MIN_STUB_CONTRAST);
}

/** The nearest color with this contrast to a background: on the same side of it if possible. */
function withContrast(background: string, color: string, ratio: number): string {
  const passes = (moved: string) => contrast(moved, background) >= ratio;
  const direction = contrast(color, WHITE) > contrast(background, WHITE) ? -1 : 1;
  return (
    nearestColor(color, direction, passes) ??
    nearestColor(color, -direction, passes) ??
    blackOrWhiteOn(background)
  );
}

/** Next to a strong color, mid gray looks like a printing error; silver or charcoal looks intentional. */
function withoutMidGray(color: string, ink: string): string {
  const { lightness, chroma } = lightnessOf(color);
  const isMidGray = chroma < GRAY_CHROMA && lightness > MID_GRAY.from && lightness < MID_GRAY.to;
  return isMidGray ? withLightness(color, ink === WHITE ? SILVER : CHARCOAL) : color;
}

const stubInkOf = (stub: string, field: string): string =>
  contrast(field, stub) >= READABLE ? field : withContrast(stub, field, STUB_INK);

/** Mixes in up to 25% of the background, as long as the text stays readable. */
function quietOf(ink: string, background: string, backgrounds: string[]): string {
  const shares = [0.25, 0.2, 0.15, 0.1, 0.05];
  const mixes = shares.map((share) => mix(ink, background, share));
  const isReadable = (color: string) =>
    backgrounds.every((background) => contrast(color, background) >= READABLE);
  return mixes.find(isReadable) ?? ink;
}

/** How much a button's lightness may change to be visible on the page. */
const MAX_BUTTON_SHIFT = 0.04;

/**
 * The Give button's colors on the portal's background: the school's first color if it's visible there, otherwise
 * its second if it's no gray, otherwise the page's ink.
 */
export function actionColors(
  palette: SchoolPalette,
  scheme: keyof typeof PAGE,
): { fill: string; label: string } {
  const { paper, ink } = PAGE[scheme];
  const pairs = [
    { fill: palette.field, label: palette.ink },
    ...(isVivid(palette.stub) ? [{ fill: palette.stub, label: palette.stubInk }] : []),
  ];
  for (const { fill, label } of pairs) {
    const passes = (color: string) =>
      contrast(color, paper) >= VISIBLE && contrast(color, label) >= READABLE;
    const moved = nearestColor(fill, scheme === "light" ? -1 : 1, passes, MAX_BUTTON_SHIFT);
    if (moved) return { fill: moved, label };
  }
  return { fill: ink, label: paper };
}
