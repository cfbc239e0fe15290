/** The images used as a school's logo: a square one, and a wide one with its art. */
import { monogramOutline } from "./art/letters.ts";
import { ACCENT_FROM, artShapes, HEIGHT, type MotifName, type Shape, WIDTH } from "./art/motifs.ts";
import { schoolPalette } from "./art/palette.ts";
import type { SchoolBranding } from "./contract.ts";
import type { Mark } from "./mark.ts";

const SIZE = 64;
/** The area for letters. The border below shows the motif. */
const LETTERS = { x: (SIZE - 52) / 2, width: 52, y: 7, height: 35 };

/** Each motif as a border, about 48 to 59 units from the top. */
const BORDERS: Record<MotifName, string> = {
  pennants: "M0 48H64L56 60L48 48L40 60L32 48L24 60L16 48L8 60L0 48Z",
  diagonals: "M-3 59l8-11h8l-8 11zm16 0l8-11h8l-8 11zm16 0l8-11h8l-8 11zm16 0l8-11h8l-8 11z",
  stripes: "M0 48H64V51H0ZM0 54H64V60H0Z",
  arcs: "M0 53Q32 41 64 53V56Q32 44 0 56ZM0 59Q32 47 64 59V64Q32 52 0 64Z",
  court:
    "M17 59A15 12 0 0 1 47 59H44.5A12.5 9.5 0 0 0 19.5 59ZM27 59V52H37V59H34.5V54.5H29.5V59ZM0 59H64V61.5H0Z",
};

type Area = { x: number; width: number; y: number; height: number };

const escapeXml = (text: string) =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

/** Scales a school's letters to fit an area: centered, or aligned to its left edge. */
function lettersIn(area: Area, align: "middle" | "left", letters: string, fill: string): string {
  const { d, width, height } = monogramOutline(letters);
  if (!d) return "";
  const scale = Math.min(area.width / width, area.height / height);
  const x = align === "left" ? area.x : area.x + (area.width - width * scale) / 2;
  const y = area.y + (area.height - height * scale) / (align === "left" ? 1 : 2);
  const transform = `translate(${x.toFixed(2)} ${y.toFixed(2)}) scale(${scale.toFixed(4)})`;
  return `<path transform="${transform}" d="${d}" fill="${fill}"/>`;
}

/** A school's official mark, as large as an area. */
function markIn({ x, y, width, height }: Area, { type, image }: Mark): string {
  const data = Buffer.from(image).toString("base64");
  return `<image x="${x}" y="${y}" width="${width}" height="${height}" href="data:${type};base64,${data}"/>`;
}

/** The logo, 64 units square. @param mark replaces the letters */
export function drawMonogram(
  { monogram, colors, motif }: SchoolBranding,
  mark: Mark | null = null,
): string {
  const { field, ink, stub } = schoolPalette(colors);
  return [
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64" width="64" height="64">',
    `<title>${escapeXml(monogram)}</title>`,
    `<path d="M0 0H64V64H0Z" fill="${field}"/>`,
    `<path d="${BORDERS[motif]}" fill="${stub}"/>`,
    mark ? markIn(LETTERS, mark) : lettersIn(LETTERS, "middle", monogram, ink),
    "</svg>\n",
  ].join("");
}

/** A tile shows the right part of the art. */
const TILE = { width: WIDTH - 100, height: HEIGHT };
const TILE_LETTERS = { x: 140, width: ACCENT_FROM - 160, y: 170, height: 118 };

function drawShape({ d, fill = "none", stroke, strokeWidth, dash }: Shape): string {
  const outline = stroke ? ` stroke="${stroke}" stroke-width="${strokeWidth ?? 1}"` : "";
  return `<path d="${d}" fill="${fill}"${outline}${dash ? ` stroke-dasharray="${dash}"` : ""}/>`;
}

export type ArtSchool = Pick<SchoolBranding, "school_id" | "colors" | "motif">;

/** A school's art, filling an image of this size from its right edge. @param overlay SVG drawn on top of the art */
export function artSvg(
  school: ArtSchool,
  { width, height }: { width: number; height: number },
  overlay = "",
): string {
  const palette = schoolPalette(school.colors);
  const scale = Math.max(width / WIDTH, height / HEIGHT);
  const [across, down] = [width / scale, height / scale];
  const view = [WIDTH - across, (HEIGHT - down) / 2, across, down].join(" ");
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${view}" width="${width}" height="${height}">`,
    `<path d="M0 0H${WIDTH}V${HEIGHT}H0Z" fill="${palette.field}"/>`,
    ...artShapes(school, palette).map(drawShape),
    overlay,
    "</svg>\n",
  ].join("");
}

/** A school's art with its letters, 540 by 320 units. */
function drawTile(school: SchoolBranding): string {
  const { ink } = schoolPalette(school.colors);
  const letters = lettersIn(TILE_LETTERS, "left", school.monogram, ink);
  return artSvg(school, TILE, `<title>${escapeXml(school.monogram)}</title>${letters}`);
}

/**
 * The tiles of all these schools in one file. Each is a view with the school's ID, so `#ohio-state` in the file's
 * URL shows only that one, and an unknown one shows nothing. Marks are left out: all of them would make the file too large.
 */
export function drawTiles(schools: SchoolBranding[]): string {
  const { width, height } = TILE;
  const views = schools.map((school, at) => {
    const y = (at + 1) * height;
    const view = `<view id="${escapeXml(school.school_id)}" viewBox="0 ${y} ${width} ${height}"/>`;
    return view + drawTile(school).replace("<svg ", `<svg y="${y}" `);
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">\n`,
    ...views,
    "</svg>\n",
  ].join("");
}
