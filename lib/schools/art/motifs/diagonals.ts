/** End-zone paint: slanted bars that grow toward the right, the last ones in the second color. */
import { ACCENT_FROM, HEIGHT, type Motif, polygon, WIDTH } from "../shapes.ts";

/** A bar, by its left edge at half height. */
const bar = (x: number, width: number, slant: number) =>
  polygon([x + slant, 0], [x + width + slant, 0], [x + width - slant, HEIGHT], [x - slant, HEIGHT]);

export const diagonals: Motif = ({ tones, stub }, random) => {
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
