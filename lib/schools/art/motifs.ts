/**
 * A school's art: one of five motifs, varied, in its colors. Data only; callers render the markup. Path data
 * has only absolute commands, in whole units.
 */
import { lighten, lightnessOf } from "./color.ts";
import type { SchoolPalette } from "./palette.ts";
import { type Random, randomFor } from "./random.ts";

/** One shape. Without a fill, it's only stroked. */
export type Shape = {
  d: string;
  fill?: string;
  stroke?: string;
  strokeWidth?: number;
  /** The `stroke-dasharray`. */
  dash?: string;
};

type Motif = (palette: SchoolPalette, random: Random) => Shape[];

/**
 * Twice as wide as high. Narrower areas show the right part at full height; wider ones enlarge it. A ticket
 * shows about 350 units of the width, a tile 540, and a banner all.
 */
export const WIDTH = 640;
export const HEIGHT = 320;

/** The art has only tones to the left of this, so that text on a ticket stays readable. */
export const ACCENT_FROM = 496;

type Point = readonly [x: number, y: number];

const at = ([x, y]: Point) => `${Math.round(x)} ${Math.round(y)}`;

/** Half a circle, clockwise. */
const half = (from: Point, to: Point, radius: number) =>
  `M${at(from)}A${Math.round(radius)} ${Math.round(radius)} 0 0 1 ${at(to)}`;

/** The left half of a circle: the visible part of one that is centered on the right edge. */
const leftHalf = ([x, y]: Point, radius: number) => half([x, y + radius], [x, y - radius], radius);

const circle = ([x, y]: Point, radius: number) =>
  leftHalf([x, y], radius) + half([x, y - radius], [x, y + radius], radius);

/** A pennant from the right edge to its tip, both edges bent the same way. */
function pennant(tip: Point, y: number, size: number, bend: number): string {
  const edge = (end: number) => at([(tip[0] + WIDTH) / 2, (tip[1] + end) / 2 + bend]);
  const [top, bottom] = [y - size / 2, y + size / 2];
  return `M${at([WIDTH, top])}Q${edge(top)} ${at(tip)}Q${edge(bottom)} ${at([WIDTH, bottom])}Z`;
}

const LARGE = 176;
const SMALL = 150;

/** A pennant's lower half, a little darker, or lighter if it is black. */
const shadeOf = (color: string) =>
  lighten(color, lightnessOf(color).lightness < 0.3 ? 0.09 : -0.07);

/** Pennants in the wind: a large folded one in the second color, among others in the field's tones. */
const pennants: Motif = ({ tones, stub }, random) => {
  const bend = random.pick([-1, 1]) * random.between(6, 14);
  const y = random.pick([112, 160, 208]);
  const drop = random.between(-24, 24);
  const [short, long] = [random.between(200, 240), random.between(300, 380)];
  const fly = (length: number, offset: number) =>
    pennant([WIDTH - length, y + offset + drop], y + offset, SMALL, bend);
  const tip: Point = [ACCENT_FROM, y + drop];
  const [above, below] = random.pick([
    [long, short],
    [short, long],
  ] as const);
  return [
    { d: fly(short, -230) + fly(long, 230), fill: tones[0] },
    { d: fly(above, -118), fill: tones[1] },
    { d: fly(below, 118), fill: tones[0] },
    { d: pennant(tip, y, LARGE, bend), fill: stub },
    { d: pennant(tip, y + LARGE / 4, LARGE / 2, bend), fill: shadeOf(stub) },
  ];
};

/** A bar, by its left edge at half height. */
function bar(x: number, width: number, slant: number): string {
  const [top, bottom] = [x + slant, x - slant].map(Math.round) as [number, number];
  const across = Math.round(width);
  return `M${top} 0H${top + across}L${bottom + across} ${HEIGHT}H${bottom}Z`;
}

/** End-zone paint: slanted bars that grow toward the right, the last ones in the second color. */
const diagonals: Motif = ({ tones, stub }, random) => {
  const reach = random.between(36, 66);
  const slant = random.pick([-1, 1, 1]) * reach;
  const growth = random.pick([1.28, 1.4, 1.55]);
  const gap = random.between(11, 15);
  const first = ACCENT_FROM + reach + 2;
  const bars = { far: "", near: "", accent: "" };
  const width = random.between(20, 30);
  for (let x = first; x < WIDTH + reach; x += width + gap) bars.accent += bar(x, width, slant);
  let [x, size] = [first - gap, width * 1.25];
  for (let count = 0; size > 3; count++) {
    bars[count < 2 ? "near" : "far"] += bar(x - size, size, slant);
    x -= size + gap + count * 2;
    size /= growth;
  }
  return [
    { d: bars.far, fill: tones[0] },
    { d: bars.near, fill: tones[1] },
    { d: bars.accent, fill: stub },
  ];
};

/** Widths of stripes and gaps, in turn. */
const PATTERNS = [
  [11, 10, 46, 10, 11],
  [24, 11, 24, 11, 24],
  [42, 10, 8, 10, 42],
  [34, 15, 34],
  [8, 9, 18, 9, 34, 9, 8],
] as const;

/** Bent stripes from top to bottom. */
function stripesOf(pattern: readonly number[], from: number, bend: number): string {
  let right = from;
  const edges = pattern.map((width) => {
    const left = right;
    right += width;
    return [Math.round(left), Math.round(right)] as const;
  });
  return edges
    .filter((_, index) => index % 2 === 0)
    .map(([x, to]) => `M${x} 0Q${x - bend} 160 ${x} ${HEIGHT}H${to}Q${to - bend} 160 ${to} 0Z`)
    .join("");
}

/** A jersey's sleeve: stripes in the second color, repeated larger in the field's tones. */
const stripes: Motif = ({ tones, stub }, random) => {
  const pattern = random.pick(PATTERNS);
  const total = pattern.reduce((sum, width) => sum + width, 0);
  const bend = random.pick([-1, 1, 1]) * random.between(24, 44);
  const start = WIDTH - 14 - total - Math.max(0, -bend / 2);
  const scale = random.pick([1.6, 2, 2.4]);
  const echo = start - random.between(40, 80) - total * scale;
  const large = pattern.map((width) => width * scale);
  return [
    { d: stripesOf(large, echo, bend), fill: tones[0] },
    { d: stripesOf([300], start - 22, bend), fill: tones[1] },
    { d: stripesOf(pattern, start, bend), fill: stub },
  ];
};

/** A stadium from above: tiers around the field, with aisles, and the nearest rows in the second color. */
const arcs: Motif = ({ field, tones, stub }, random) => {
  const center: Point = [WIDTH, random.pick([HEIGHT, HEIGHT, 0, HEIGHT / 2])];
  const width = random.between(26, 36);
  const gap = random.between(12, 18);
  const rings = (from: number, to: number) =>
    Array.from({ length: to - from }, (_, index) =>
      leftHalf(center, 186 + (from + index) * (width + gap)),
    ).join("");
  const tiers = rings(3, random.pick([5, 6]));
  // Aisles are the dashes of a line as wide as all tiers.
  const aisles = { radius: 315, count: random.pick([20, 24, 28]) };
  const spacing = Math.round((2 * Math.PI * aisles.radius) / aisles.count);
  const dash = random.pick(["10 5", "7 5", "14 4"]);
  return [
    { d: tiers, stroke: tones[0], strokeWidth: width },
    { d: rings(0, 3), stroke: tones[1], strokeWidth: width },
    {
      d: leftHalf(center, aisles.radius),
      stroke: field,
      strokeWidth: 310,
      dash: `5 ${spacing - 5}`,
    },
    { d: leftHalf(center, 130), stroke: stub, strokeWidth: 18, dash },
    { d: leftHalf(center, 100), stroke: stub, strokeWidth: 22 },
    { d: leftHalf(center, 66), fill: tones[1] },
  ];
};

/** In feet: distances from the hoop, half the lane's width, and a plank's width. */
const FREE_THROW_LINE = 13.75;
const THREE_POINTS = 23.75;
const HALF_COURT = 41.75;
const LANE = 6;
const PLANK = 5;

/** Half a basketball court, to scale: the lane and the arc are in the second color. */
const court: Motif = ({ field, tones, stub }, random) => {
  const feet = random.between(62, 69) / 10;
  const y = random.between(112, 208);
  const hoop: Point = [WIDTH + 12, y];
  const free: Point = [hoop[0] - FREE_THROW_LINE * feet, y];
  const middle: Point = [hoop[0] - HALF_COURT * feet, y];
  const plank = Math.round(PLANK * feet);
  const line = 8;
  // The circle's outer edge is flush with the lane's.
  const radius = Math.round(LANE * feet - line / 2);
  const dashed = half([free[0], y - radius], [free[0], y + radius], radius);
  return [
    // Planks are the dashes of a line as wide as the court, one of them at the hoop.
    {
      d: `M0 ${Math.round(y - 8.5 * plank)}V${HEIGHT}`,
      stroke: tones[0],
      strokeWidth: 2 * WIDTH,
      dash: `${plank} ${plank}`,
    },
    {
      d: `${circle(middle, LANE * feet)}M${at([middle[0], 0])}V${HEIGHT}`,
      stroke: tones[1],
      strokeWidth: 6,
    },
    { d: leftHalf(hoop, THREE_POINTS * feet), fill: tones[1], stroke: stub, strokeWidth: line },
    { d: circle(free, radius), stroke: stub, strokeWidth: line },
    { d: `M${at(free)}H${WIDTH}`, stroke: stub, strokeWidth: 2 * radius + line },
    { d: dashed, stroke: field, strokeWidth: 4, dash: "12 8" },
  ];
};

const MOTIFS = { pennants, diagonals, stripes, arcs, court };

export type MotifName = keyof typeof MOTIFS;
export const MOTIF_NAMES = Object.keys(MOTIFS) as MotifName[];

export const motifOf = (schoolId: string): MotifName => randomFor(schoolId).pick(MOTIF_NAMES);

/** Drawn over the field, `WIDTH` by `HEIGHT`, with `preserveAspectRatio="xMaxYMid slice"`. */
export const artShapes = (schoolId: string, palette: SchoolPalette): Shape[] =>
  MOTIFS[motifOf(schoolId)](palette, randomFor(`${schoolId}/art`));
