/** The head of a document: the foundation's name next to the school's monogram, below a band of its colors. */
import { monogramOutline } from "../../schools/art/letters.ts";
import { schoolPalette } from "../../schools/art/palette.ts";
import type { SchoolBranding } from "../../schools/contract.ts";
import { type Letter, PAGE, QUIET, WIDTH } from "./letter.ts";
import { DISPLAY_FONT } from "./typefaces/families.ts";
import { isolate } from "./untrusted.ts";

/** What a document shows of its school. Null, or without letters, for a school that has neither colors nor a monogram. */
export type Look = Pick<SchoolBranding, "monogram" | "colors"> | null;

const BAND = 10;
/** The part of the band that has the second color, as wide as a ticket's stub. */
const STUB = 0.36;
const TILE = 56;
/** The stripe at the bottom of the tile. */
const STRIPE = 8;
const LETTERS = { width: 42, height: 28 };

function drawTile(doc: PDFKit.PDFDocument, monogram: string, colors: string[]): void {
  const { field, ink, stub } = schoolPalette(colors);
  const [x, y] = [PAGE.margin + WIDTH - TILE, PAGE.margin - 6];
  doc.save().roundedRect(x, y, TILE, TILE, 6).clip();
  doc.rect(x, y, TILE, TILE).fill(field);
  doc.rect(x, y + TILE - STRIPE, TILE, STRIPE).fill(stub);
  const { d, width, height } = monogramOutline(monogram);
  const scale = Math.min(LETTERS.width / width, LETTERS.height / height);
  const left = x + (TILE - width * scale) / 2;
  const top = y + (TILE - STRIPE - height * scale) / 2;
  if (d) doc.translate(left, top).scale(scale).path(d).fill(ink);
  doc.restore();
}

/** On the first page only. */
function drawColors(doc: PDFKit.PDFDocument, { monogram, colors }: NonNullable<Look>): void {
  const { field, stub } = schoolPalette(colors);
  doc.rect(0, 0, PAGE.width, BAND).fill(field);
  doc.rect(PAGE.width * (1 - STUB), 0, PAGE.width * STUB, BAND).fill(stub);
  drawTile(doc, monogram, colors);
}

/** Long names are smaller, so that a receipt stays on one page. */
const nameSize = ({ length }: string) => (length > 40 ? 20 : 28);

type Head = { name: string /** Shown below it, a line each. */; details: string[]; title: string };

/** Writes the head and the document's title. */
export function writeHead(letter: Letter, { name, details, title }: Head, look: Look): void {
  if (look) letter.decorate((doc) => drawColors(doc, look));
  const top = letter.y;
  const width = WIDTH - (look ? TILE + 24 : 0);
  const capitals = isolate(name).toUpperCase();
  letter.write("P", capitals, { font: DISPLAY_FONT, size: nameSize(capitals), width });
  letter.y += 8;
  const lines = details.map((line) => isolate(line));
  if (lines.length > 0) letter.write("P", lines.join("\n"), { ...QUIET, width });
  letter.y = Math.max(letter.y, look ? top + TILE - 6 : 0) + 14;
  letter.rule();
  letter.y += 18;
  letter.write("H1", title.toUpperCase(), { font: DISPLAY_FONT, size: 26 });
  letter.y += 4;
}
