/** The art's drawing surface, and path data for it: absolute commands only, whole units. */
import type { SchoolPalette } from "./palette.ts";
import type { Random } from "./random.ts";

/** One shape; without a fill it is only stroked. */
export type Shape = {
  d: string;
  fill?: string;
  stroke?: string;
  strokeWidth?: number;
  /** As `stroke-dasharray`. */
  dash?: string;
};

export type Motif = (palette: SchoolPalette, random: Random) => Shape[];

/**
 * Twice as wide as high: everything narrower shows the right part at full height, wider bands enlarge it. Of
 * the width a ticket shows some 350 units, a tile 540, a band all.
 */
export const WIDTH = 640;
export const HEIGHT = 320;

/** Left of it only tones, so that text on a ticket meets no strong edge. */
export const ACCENT_FROM = 496;

export type Point = readonly [x: number, y: number];

const at = ([x, y]: Point) => `${Math.round(x)} ${Math.round(y)}`;

export const polygon = (...points: Point[]) => `M${points.map(at).join("L")}Z`;

export const line = (from: Point, to: Point) => `M${at(from)}L${at(to)}`;

/** A circle, as its outline. */
export function circle([x, y]: Point, radius: number): string {
  const r = Math.round(radius);
  const arc = (side: number) => `A${r} ${r} 0 0 1 ${at([x + side * r, y])}`;
  return `M${at([x - r, y])}${arc(1)}${arc(-1)}Z`;
}

/** Half a circle, clockwise. */
export const half = (from: Point, to: Point, radius: number) =>
  `M${at(from)}A${Math.round(radius)} ${Math.round(radius)} 0 0 1 ${at(to)}`;

/** The left half of a circle: of one at the right edge there's nothing else to see. */
export const leftHalf = ([x, y]: Point, radius: number) =>
  half([x, y + radius], [x, y - radius], radius);

/** A pennant that flies from the right edge to its tip, both edges bent alike by the wind. */
export function pennant(tip: Point, hoist: { x: number; y: number; size: number }, bend: number) {
  const edge = (y: number) => at([(tip[0] + hoist.x) / 2, (tip[1] + y) / 2 + bend]);
  const [top, bottom] = [hoist.y - hoist.size / 2, hoist.y + hoist.size / 2];
  return `M${at([hoist.x, top])}Q${edge(top)} ${at(tip)}Q${edge(bottom)} ${at([hoist.x, bottom])}Z`;
}
