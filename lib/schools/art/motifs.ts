/**
 * A school's art: its motif, varied by its ID, in its colors. Data only; callers render the markup. Everything is
 * drawn along one frame: nothing is rotated, and shapes are symmetric about a horizontal axis. Path data has only
 * absolute commands, in whole units.
 */
import { lighten, lightnessOf } from "./color.ts";
import type { SchoolPalette } from "./palette.ts";

/** One shape. Without a fill, it's only stroked. */
export type Shape = {
  d: string;
  fill?: string;
  stroke?: string;
  strokeWidth?: number;
  /** The `stroke-dasharray`. */
  dash?: string;
};

/** FNV-1a, 32 bits. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(text)) value = Math.imul(value ^ byte, 0x01000193);
  return value >>> 0;
}

/** A random number generator (mulberry32), seeded only by a text, so that a school's art is always the same. */
function randomFor(text: string) {
  let state = hash(text);
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return {
    /** An integer from the first to the second, inclusive. */
    between: (from: number, to: number) => from + Math.floor(next() * (to - from + 1)),
    pick: <Choice>(choices: readonly Choice[]) =>
      choices[Math.floor(next() * choices.length)] as Choice,
  };
}

type Random = ReturnType<typeof randomFor>;

type Motif = (palette: SchoolPalette, random: Random) => Shape[];

/**
 * Twice as wide as high. Narrower areas show the right part at full height; wider ones enlarge it. A ticket
 * shows about 350 units of the width, a tile 540, and a banner all.
 */
export const WIDTH = 640;
export const HEIGHT = 320;
const MIDDLE = HEIGHT / 2;

/** The art has only tones to the left of this, so that text on a ticket stays readable. */
export const ACCENT_FROM = 488;

type Point = readonly [x: number, y: number];

const at = ([x, y]: Point) => `${Math.round(x)} ${Math.round(y)}`;

const polygon = (...points: Point[]) => `M${points.map(at).join("L")}Z`;

const rectangle = (left: number, top: number, right: number, bottom: number) =>
  `M${at([left, top])}H${Math.round(right)}V${Math.round(bottom)}H${Math.round(left)}Z`;

/** Half a circle, clockwise. */
const half = (from: Point, to: Point, radius: number) =>
  `M${at(from)}A${Math.round(radius)} ${Math.round(radius)} 0 0 1 ${at(to)}`;

/** The left half of a circle: the visible part of one that is centered on the right edge. */
const leftHalf = ([x, y]: Point, radius: number) => half([x, y + radius], [x, y - radius], radius);

const circle = ([x, y]: Point, radius: number) =>
  leftHalf([x, y], radius) + half([x, y - radius], [x, y + radius], radius);

/** The darker part of a pennant, or the lighter one if it is black. */
const shadeOf = (color: string) =>
  lighten(color, lightnessOf(color).lightness < 0.3 ? 0.09 : -0.07);

/** Pennants on two lines: at the right in the second color, the others in the field's tones. */
const pennants: Motif = ({ tones, stub }, random) => {
  const pitch = random.pick([50, 50, 75]);
  const reach = pitch / 2 - random.between(2, 7);
  const length = Math.round(pitch * (pitch > 60 ? 1.6 : 2)) + random.between(0, 20);
  const first = random.between(18, 36);
  const lines = [first, first + length + random.between(24, 34)];
  const isAccent = (x: number) => x - pitch / 2 >= ACCENT_FROM;
  const columns = Array.from(
    { length: Math.ceil(WIDTH / pitch) },
    (_, n) => WIDTH - (n + 0.5) * pitch,
  );
  const hang = (xs: number[], draw: (x: number, y: number) => string, from = lines) =>
    from.flatMap((y) => xs.map((x) => draw(x, y))).join("");
  const pennant = (x: number, y: number) =>
    polygon([x - reach, y], [x + reach, y], [x, y + length]);
  const [calm, strong] = [columns.filter((x) => !isAccent(x)), columns.filter(isAccent)];
  const shade = random.pick([
    (x: number, y: number) => polygon([x, y], [x + reach, y], [x, y + length]),
    (x: number, y: number) => rectangle(x - reach, y, x + reach, y + length / 6),
    (x: number, y: number) => polygon([x - reach / 2, y], [x + reach / 2, y], [x, y + length / 2]),
  ]);
  return [
    { d: hang(calm, pennant, lines.slice(0, 1)), fill: tones[1] },
    { d: hang(calm, pennant, lines.slice(1)), fill: tones[0] },
    { d: lines.map((y) => `M0 ${y}H${WIDTH}`).join(""), stroke: tones[1], strokeWidth: 5 },
    { d: hang(strong, pennant), fill: stub },
    { d: hang(strong, shade), fill: shadeOf(stub) },
  ];
};

/** A diagonal bar at 45 degrees, between a vertical line and the right edge. @param x where it meets the line, at half height */
function bar(left: number, x: number, width: number, slant: 1 | -1): string {
  // The bar's edges cross the line at these heights; it leaves the frame at the right edge.
  const reach = WIDTH - left;
  const top = MIDDLE + slant * (x - left);
  return polygon(
    [left, top],
    [WIDTH, top - slant * reach],
    [WIDTH, top - slant * reach + width],
    [left, top + width],
  );
}

/** The end of a football field: the end zone's diagonals in the second color, and yard lines in the field's tones. */
const diagonals: Motif = ({ tones, stub }, random) => {
  const slant = random.pick([1, -1] as const);
  const line = random.pick([8, 10, 14]);
  const zone = ACCENT_FROM + line + random.between(8, 14);
  const [width, gap] = random.pick([
    [34, 34],
    [44, 30],
    [26, 26],
    [52, 22],
  ] as const);
  const offset = random.between(0, width + gap - 1);
  const reach = WIDTH - zone;
  let bars = "";
  for (let y = offset - HEIGHT - reach; y < HEIGHT + reach; y += width + gap) {
    bars += bar(zone, zone + slant * (y - MIDDLE), width, slant);
  }
  const yards = random.between(62, 84);
  const hashes = random.pick([96, 112, 124]);
  const lines = Array.from({ length: 6 }, (_, index) => ACCENT_FROM - (index + 1) * yards);
  const turf = lines.filter((_, index) => index % 2 === 0);
  return [
    { d: turf.map((x) => rectangle(x, 0, x + yards, HEIGHT)).join(""), fill: tones[0] },
    { d: lines.map((x) => `M${at([x, 0])}V${HEIGHT}`).join(""), stroke: tones[1], strokeWidth: 5 },
    {
      d: [hashes, HEIGHT - hashes].map((y) => `M${ACCENT_FROM} ${y}H0`).join(""),
      stroke: tones[1],
      strokeWidth: 12,
      dash: `4 ${Math.round(yards / 5) - 4}`,
    },
    { d: bars + rectangle(ACCENT_FROM, 0, ACCENT_FROM + line, HEIGHT), fill: stub },
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

/** Straight stripes from top to bottom. */
function stripesOf(pattern: readonly number[], from: number): string {
  let x = from;
  return pattern
    .map((width, index) => {
      x += width;
      return index % 2 === 0 ? rectangle(x - width, 0, x, HEIGHT) : "";
    })
    .join("");
}

/** A jersey's sleeve: its stripes in the second color, seams, a larger echo, and a ribbed cuff in the field's tones. */
const stripes: Motif = ({ tones, stub }, random) => {
  const pattern = random.pick(PATTERNS);
  const total = pattern.reduce((sum, width) => sum + width, 0);
  const cuff = WIDTH - random.between(16, 26);
  const start = cuff - 10 - total;
  const scale = random.pick([1.6, 2, 2.4]);
  const echo = start - random.between(44, 84) - total * scale;
  const rib = random.pick([3, 4]);
  return [
    {
      d: stripesOf(
        pattern.map((width) => width * scale),
        echo,
      ),
      fill: tones[0],
    },
    { d: rectangle(start - 18, 0, WIDTH, HEIGHT), fill: tones[1] },
    {
      d: [start - 26, start - 32].map((x) => `M${at([x, 0])}V${HEIGHT}`).join(""),
      stroke: tones[1],
      strokeWidth: 2,
      dash: random.pick(["8 5", "10 4", "6 6"]),
    },
    {
      d: `M${at([cuff, MIDDLE])}H${WIDTH}`,
      stroke: tones[0],
      strokeWidth: HEIGHT,
      dash: `${rib} ${rib}`,
    },
    { d: stripesOf(pattern, start), fill: stub },
  ];
};

/** A stadium from above: tiers with aisles, the nearest rows in the second color, around the field with its yard lines. */
const arcs: Motif = ({ field, tones, stub }, random) => {
  const center: Point = [WIDTH, MIDDLE + random.pick([-64, 0, 0, 64])];
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
  const turf = { left: WIDTH - random.between(44, 50), height: random.between(56, 64) };
  const [top, bottom] = [center[1] - turf.height, center[1] + turf.height];
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
    { d: rectangle(turf.left, top, WIDTH, bottom), fill: tones[1] },
    {
      d: `M${at([(turf.left + WIDTH) / 2, top])}V${bottom}`,
      stroke: field,
      strokeWidth: WIDTH - turf.left,
      dash: "3 9",
    },
  ];
};

/** A college court, in feet: distances from the baseline, and half of what lies across. */
const COURT = {
  side: 25,
  halfway: 47,
  backboard: 4,
  hoop: 5.25,
  freeThrows: 19,
  threePoints: 21.65,
  lane: 6,
  board: 3,
  rim: 1,
};

/** Half a basketball court, to scale and in full: its lines are in the second color. */
const court: Motif = ({ tones, stub }, random) => {
  const feet = random.between(530, 560) / 100;
  const line = random.pick([4, 5, 6]);
  const plank = random.between(14, 30);
  const [paint, floor] = random.pick([
    [tones[1], undefined],
    [tones[1], tones[0]],
    [undefined, tones[1]],
  ] as const);
  const x = (distance: number) => WIDTH - 6 - distance * feet;
  const point = (distance: number, across: number): Point => [x(distance), MIDDLE + across * feet];
  const [baseline, side] = [Math.round(x(0)), COURT.side * feet];
  const radius = COURT.lane * feet;
  const shape = (fill?: string) => ({ ...(fill && { fill }), stroke: stub, strokeWidth: line });
  // From the baseline, straight to beside the hoop, and around it.
  const threePoints = `M${at(point(0, COURT.threePoints))}L${half(
    point(COURT.hoop, COURT.threePoints),
    point(COURT.hoop, -COURT.threePoints),
    COURT.threePoints * feet,
  ).slice(1)}H${baseline}`;
  const lane = [point(0, -COURT.lane), point(COURT.freeThrows, -COURT.lane)] as const;
  const end = [point(COURT.freeThrows, COURT.lane), point(0, COURT.lane)] as const;
  return [
    // Planks are the dashes of a line as wide as the court, one of them at the hoop.
    {
      d: `M0 ${Math.round(MIDDLE - 12.5 * plank)}V${HEIGHT}`,
      stroke: tones[0],
      strokeWidth: 2 * WIDTH,
      dash: `${plank} ${plank}`,
    },
    {
      d: `${circle(point(COURT.halfway, 0), radius)}M${at(point(COURT.halfway, -COURT.side))}V${Math.round(MIDDLE + side)}M0 ${Math.round(MIDDLE - side)}H${WIDTH}M0 ${Math.round(MIDDLE + side)}H${WIDTH}`,
      stroke: tones[1],
      strokeWidth: line,
    },
    { d: threePoints, ...shape(floor) },
    { d: polygon(...lane, ...end), ...shape(paint) },
    {
      d: `${leftHalf(point(COURT.freeThrows, 0), radius)}M${at(point(COURT.backboard, -COURT.board))}V${Math.round(MIDDLE + COURT.board * feet)}${circle(point(COURT.hoop + COURT.rim, 0), COURT.rim * feet)}M${baseline} 0V${HEIGHT}`,
      ...shape(),
    },
    {
      d: half(point(COURT.freeThrows, -COURT.lane), point(COURT.freeThrows, COURT.lane), radius),
      stroke: stub,
      strokeWidth: Math.round(line / 2),
      dash: "8 6",
    },
  ];
};

const MOTIFS = { pennants, diagonals, stripes, arcs, court };

export type MotifName = keyof typeof MOTIFS;
export const MOTIF_NAMES = Object.keys(MOTIFS) as MotifName[];

/** Drawn over the field, `WIDTH` by `HEIGHT`, with `preserveAspectRatio="xMaxYMid slice"`. */
export const artShapes = (
  { school_id, motif }: { school_id: string; motif: MotifName },
  palette: SchoolPalette,
): Shape[] => MOTIFS[motif](palette, randomFor(school_id));
