/** The image that stands for a school's logo. */
import { monogramOutline } from "./art/letters.ts";
import { type MotifName, motifOf } from "./art/motifs.ts";
import { schoolPalette } from "./art/palette.ts";
import { findSchoolLook, type SchoolLook } from "./looks.ts";

const SIZE = 64;
/** The letters' room: the hem below is the motif's. */
const LETTERS = { width: 52, height: 35, top: 7 };

/** Each motif as a hem, about 48 to 59 units from the top. */
const HEMS: Record<MotifName, string> = {
  pennants: "M0 48H64L56 60L48 48L40 60L32 48L24 60L16 48L8 60L0 48Z",
  diagonals: "M-3 59l8-11h8l-8 11zm16 0l8-11h8l-8 11zm16 0l8-11h8l-8 11zm16 0l8-11h8l-8 11z",
  stripes: "M0 48H64V51H0ZM0 54H64V60H0Z",
  arcs: "M0 53Q32 41 64 53V56Q32 44 0 56ZM0 59Q32 47 64 59V64Q32 52 0 64Z",
  court:
    "M0 48H15A5.5 5.5 0 0 1 15 59H0ZM64 48H49A5.5 5.5 0 0 0 49 59H64ZM32 48A5.5 5.5 0 0 1 32 59A5.5 5.5 0 0 1 32 48Z",
};

/** The drawing, 64 units square: the letters as large as fit. */
export function drawMonogram({ school_id, monogram, colors }: SchoolLook): string {
  const { field, ink, stub } = schoolPalette(colors);
  const safe = monogram.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
  const { d, width, height } = monogramOutline(monogram);
  const scale = Math.min(LETTERS.width / width, LETTERS.height / height);
  const x = (SIZE - width * scale) / 2;
  const y = LETTERS.top + (LETTERS.height - height * scale) / 2;
  const place = `translate(${x.toFixed(2)} ${y.toFixed(2)}) scale(${scale.toFixed(4)})`;
  return [
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64" width="64" height="64">',
    `<title>${safe}</title>`,
    `<path d="M0 0H64V64H0Z" fill="${field}"/>`,
    `<path d="${HEMS[motifOf(school_id)]}" fill="${stub}"/>`,
    d && `<path transform="${place}" d="${d}" fill="${ink}"/>`,
    "</svg>\n",
  ].join("");
}

/** A school's monogram as SVG, or null. */
export async function getMonogram(schoolId: string): Promise<string | null> {
  const look = await findSchoolLook(schoolId);
  return look && drawMonogram(look);
}
