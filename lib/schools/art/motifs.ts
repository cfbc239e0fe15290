/** A school's art: one of five motifs, varied, in its colors. Data only; who shows it makes the markup. */
import { arcs } from "./motifs/arcs.ts";
import { court } from "./motifs/court.ts";
import { diagonals } from "./motifs/diagonals.ts";
import { pennants } from "./motifs/pennants.ts";
import { stripes } from "./motifs/stripes.ts";
import type { SchoolPalette } from "./palette.ts";
import { randomFor } from "./random.ts";
import { HEIGHT, type Shape, WIDTH } from "./shapes.ts";

const MOTIFS = { pennants, diagonals, stripes, arcs, court };

export type MotifName = keyof typeof MOTIFS;
export const MOTIF_NAMES = Object.keys(MOTIFS) as MotifName[];

export function motifOf(schoolId: string): MotifName {
  return randomFor(schoolId).pick(MOTIF_NAMES);
}

/** To be shown with `preserveAspectRatio="xMaxYMid slice"`, over the field. */
export function artShapes(
  schoolId: string,
  palette: SchoolPalette,
): { viewBox: string; shapes: Shape[] } {
  const shapes = MOTIFS[motifOf(schoolId)](palette, randomFor(`${schoolId}/art`));
  return { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, shapes };
}
