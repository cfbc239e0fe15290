/** A stadium seen from above: tiers around the field, with aisles, and the nearest rows in the second color. */
import { HEIGHT, leftHalf, line, type Motif, type Point, WIDTH } from "../shapes.ts";

/** Where the tiers begin and the farthest one ends, from the center. */
const TIERS = { from: 160, to: 470 };

/** Aisles, as rays through the tiers; those that would be seen. */
function aisles([x, y]: Point, count: number): string {
  return Array.from({ length: count }, (_, index) => {
    const angle = ((index + 0.5) * 2 * Math.PI) / count;
    const [toX, toY] = [Math.cos(angle), Math.sin(angle)];
    const from: Point = [x + toX * TIERS.from, y + toY * TIERS.from];
    const isSeen = toX < 0 && from[1] > 0 && from[1] < HEIGHT;
    return isSeen ? line(from, [x + toX * TIERS.to, y + toY * TIERS.to]) : "";
  }).join("");
}

export const arcs: Motif = ({ field, tones, stub }, random) => {
  const center: Point = [WIDTH, random.pick([HEIGHT, HEIGHT, 0, HEIGHT / 2])];
  const width = random.between(26, 36);
  const gap = random.between(12, 18);
  const radii = Array.from({ length: 6 }, (_, index) => 186 + index * (width + gap));
  const rings = (from: number, to: number) =>
    radii
      .slice(from, to)
      .map((radius) => leftHalf(center, radius))
      .join("");
  return [
    { d: rings(3, random.pick([5, 6])), stroke: tones[0], strokeWidth: width },
    { d: rings(0, 3), stroke: tones[1], strokeWidth: width },
    { d: aisles(center, random.pick([20, 24, 28])), stroke: field, strokeWidth: 5 },
    {
      d: leftHalf(center, 130),
      stroke: stub,
      strokeWidth: 18,
      dash: random.pick(["10 5", "7 5", "14 4"]),
    },
    { d: leftHalf(center, 100), stroke: stub, strokeWidth: 22 },
    { d: leftHalf(center, 66), fill: tones[1] },
  ];
};
