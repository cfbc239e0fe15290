/** Pennants in the wind: a large one in the second color, with a fold, among those in the field's shades. */
import { lighten, lightnessOf } from "../color.ts";
import { ACCENT_FROM, type Motif, type Point, pennant, WIDTH } from "../shapes.ts";

const SIZE = 176;

/** A pennant's lower half, a little darker, or lighter if it is black. */
const shadeOf = (color: string) =>
  lighten(color, lightnessOf(color).lightness < 0.3 ? 0.09 : -0.07);

export const pennants: Motif = ({ tones, stub }, random) => {
  const bend = random.pick([-1, 1]) * random.between(6, 14);
  const y = random.pick([112, 160, 208]);
  const drop = random.between(-24, 24);
  const [short, long] = [random.between(200, 240), random.between(300, 380)];
  const fly = (length: number, offset: number, size: number) =>
    pennant([WIDTH - length, y + offset + drop], { x: WIDTH, y: y + offset, size }, bend);
  const tip: Point = [ACCENT_FROM, y + drop];
  const [above, below] = random.pick([
    [long, short],
    [short, long],
  ] as const);
  return [
    { d: fly(short, -230, 150) + fly(long, 230, 150), fill: tones[0] },
    { d: fly(above, -118, 150), fill: tones[1] },
    { d: fly(below, 118, 150), fill: tones[0] },
    { d: pennant(tip, { x: WIDTH, y, size: SIZE }, bend), fill: stub },
    { d: pennant(tip, { x: WIDTH, y: y + SIZE / 4, size: SIZE / 2 }, bend), fill: shadeOf(stub) },
  ];
};
