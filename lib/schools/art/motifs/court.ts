/** Half a basketball court to scale around its hoop: the lane and the arc in the second color. */
import { circle, half, leftHalf, line, type Motif, type Point, polygon, WIDTH } from "../shapes.ts";

/** Feet, from the hoop's center: into the court, and across. */
const FREE_THROW_LINE = 13.75;
const HALF_COURT = 41.75;
const LANE = 6;
const THREE_POINTS = 23.75;

const PLANK = 33;
const LINE = 8;

export const court: Motif = ({ field, tones, stub }, random) => {
  const scale = random.between(62, 69) / 10;
  const hoop: Point = [WIDTH + 12, random.between(112, 208)];
  const tilt = (random.between(-14, 14) * Math.PI) / 180;
  const [cos, sin] = [Math.cos(tilt) * scale, Math.sin(tilt) * scale];
  const feet = (into: number, across: number): Point => [
    hoop[0] - into * cos + across * sin,
    hoop[1] + into * sin + across * cos,
  ];
  const planks = [-30, -20, -10, 0, 10, 20, 30].map((across) =>
    line(feet(-20, across), feet(120, across)),
  );
  const lane = polygon(
    feet(-9, -LANE),
    feet(FREE_THROW_LINE, -LANE),
    feet(FREE_THROW_LINE, LANE),
    feet(-9, LANE),
  );
  // The circle's outer edge is flush with the lane's.
  const radius = LANE * scale - LINE / 2;
  const end = (side: number) => feet(FREE_THROW_LINE, (side * radius) / scale);
  return [
    { d: planks.join(""), stroke: tones[0], strokeWidth: PLANK },
    {
      d:
        circle(feet(HALF_COURT, 0), LANE * scale) +
        line(feet(HALF_COURT, -40), feet(HALF_COURT, 40)),
      stroke: tones[1],
      strokeWidth: 6,
    },
    { d: leftHalf(hoop, THREE_POINTS * scale), fill: tones[1], stroke: stub, strokeWidth: LINE },
    { d: circle(feet(FREE_THROW_LINE, 0), radius), stroke: stub, strokeWidth: LINE },
    { d: lane, fill: stub },
    { d: half(end(-1), end(1), radius), stroke: field, strokeWidth: 4, dash: "12 8" },
  ];
};
