/** A jersey's sleeve: stripes around it in the second color, and their echo in the field's shades. */
import { HEIGHT, type Motif, WIDTH } from "../shapes.ts";

/** Widths of stripes and gaps, in turn. */
const PATTERNS = [
  [11, 10, 46, 10, 11],
  [24, 11, 24, 11, 24],
  [42, 10, 8, 10, 42],
  [34, 15, 34],
  [8, 9, 18, 9, 34, 9, 8],
] as const;

const band = (x: number, width: number, bend: number) => {
  const [left, right] = [Math.round(x), Math.round(x + width)];
  return `M${left} 0Q${left - bend} 160 ${left} ${HEIGHT}H${right}Q${right - bend} 160 ${right} 0Z`;
};

function bands(pattern: readonly number[], from: number, scale: number, bend: number): string {
  let x = from;
  return pattern
    .map((width, index) => {
      x += width * scale;
      return index % 2 ? "" : band(x - width * scale, width * scale, bend);
    })
    .join("");
}

export const stripes: Motif = ({ tones, stub }, random) => {
  const pattern = random.pick(PATTERNS);
  const total = pattern.reduce((sum, width) => sum + width, 0);
  const bend = random.pick([-1, 1, 1]) * random.between(24, 44);
  const start = WIDTH - 14 - total - Math.max(0, -bend / 2);
  const echo = random.pick([1.6, 2, 2.4]);
  return [
    {
      d: bands(pattern, start - random.between(40, 80) - total * echo, echo, bend),
      fill: tones[0],
    },
    { d: band(start - 22, 300, bend), fill: tones[1] },
    { d: bands(pattern, start, 1, bend), fill: stub },
  ];
};
