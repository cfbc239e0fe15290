/** Parts of the cards, as SVG. */
import { artShapes } from "../art/motifs.ts";
import type { SchoolPalette } from "../art/palette.ts";
import { HEIGHT, WIDTH } from "../art/shapes.ts";
import { type Face, outlineOf, type Place } from "./typefaces.ts";

/** What services that show links ask for. */
export const SIZE = { width: 1200, height: 630 };

/** The product's own colors, as in the light scheme. */
export const PAPER = "#f5f3ee";
export const INK = "#13141a";
export const QUIET = "#575a64";

export type Box = { x: number; y: number; width: number; height: number };

export const rect = ({ x, y, width, height }: Box, fill: string) =>
  `<rect x="${x}" y="${y}" width="${width}" height="${height}" fill="${fill}"/>`;

/** Wide enough to close the narrow counters of the display face. */
const OUTLINE = 0.08;

type Ink = { face: Face; fill: string; outline?: string | undefined };

/** A line of text. @param ink its `outline` keeps large letters whole where they cross the art */
export function drawLine(text: string, place: Place, { face, fill, outline }: Ink): string {
  const d = outlineOf(face, text, place);
  const stroke = outline
    ? `<path d="${d}" fill="none" stroke="${outline}" stroke-width="${place.size * OUTLINE}" stroke-linejoin="round"/>`
    : "";
  return `${stroke}<path d="${d}" fill="${fill}"/>`;
}

/** Lines one below the other. @param place where the first one begins; @param leading of their size */
export const drawLines = (lines: string[], place: Place, ink: Ink, leading: number) =>
  lines
    .map((line, at) => drawLine(line, { ...place, y: place.y + at * place.size * leading }, ink))
    .join("");

/** A school's art, filling a box from its right edge. */
export function drawArt(schoolId: string, palette: SchoolPalette, box: Box): string {
  const scale = Math.max(box.width / WIDTH, box.height / HEIGHT);
  const x = box.x + box.width - WIDTH * scale;
  const y = box.y + (box.height - HEIGHT * scale) / 2;
  const shapes = artShapes(schoolId, palette).shapes.map(
    ({ d, fill = "none", stroke = "none", strokeWidth = 1, dash = "none" }) =>
      `<path d="${d}" fill="${fill}" stroke="${stroke}" stroke-width="${strokeWidth}" stroke-dasharray="${dash}"/>`,
  );
  const view = `x="${box.x}" y="${box.y}" width="${box.width}" height="${box.height}" viewBox="${box.x} ${box.y} ${box.width} ${box.height}"`;
  // An inner drawing cuts off what sticks out of the box.
  return `${rect(box, palette.field)}<svg ${view}><g transform="translate(${x} ${y}) scale(${scale})">${shapes.join("")}</g></svg>`;
}

/** Holes along the perforation between two points of a straight line, the first and last of them notches. */
export function drawPerforation(
  from: [number, number],
  to: [number, number],
  fill: string,
): string {
  const length = Math.hypot(to[0] - from[0], to[1] - from[1]);
  const holes = Math.round(length / PITCH);
  return Array.from({ length: holes + 1 }, (_, at) => {
    const share = at / holes;
    const [x, y] = [from[0] + (to[0] - from[0]) * share, from[1] + (to[1] - from[1]) * share];
    const radius = at === 0 || at === holes ? NOTCH : HOLE;
    return `<circle cx="${x}" cy="${y}" r="${radius}" fill="${fill}"/>`;
  }).join("");
}

const PITCH = 30;
const HOLE = 6;
const NOTCH = 20;

/** A complete drawing of a card's size. */
export const svg = (content: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${SIZE.width}" height="${SIZE.height}" viewBox="0 0 ${SIZE.width} ${SIZE.height}">${content}</svg>`;
