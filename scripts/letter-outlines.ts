/**
 * Writes the outlines of monogram letters from the display face: `node scripts/letter-outlines.ts`. The face
 * is under the SIL Open Font License, which allows outlines in drawings.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { create, type Font } from "fontkit";
import { projectRoot } from "#installation/project-root.ts";
import { outlinePath } from "./outline-path.ts";

const FACE = "node_modules/@fontsource/big-shoulders-display/files";
const FILE = join(projectRoot, FACE, "big-shoulders-display-latin-900-normal.woff2");

/** Where they are kept. */
export const LETTER_OUTLINES = join(projectRoot, "lib", "schools", "art", "letters.json");

const CHARACTERS = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789&"];
const UNITS = 1000;

function outlineOf(font: Font, character: string) {
  const scale = UNITS / font.unitsPerEm;
  const { advanceWidth, bbox, path } = font.glyphForCodePoint(character.codePointAt(0) as number);
  const round = (value: number) => Math.round(value * scale);
  return {
    advance: round(advanceWidth),
    left: round(bbox.minX),
    right: round(bbox.maxX),
    d: outlinePath(path.commands, (x, y) => [round(x), round(font.capHeight - y)]),
  };
}

/** How much closer a pair of letters stands, where it is not zero. */
function kerningOf(font: Font): [string, number][] {
  const pairs = CHARACTERS.flatMap((one) => CHARACTERS.map((other) => one + other));
  return pairs.flatMap((pair) => {
    const { glyphs, positions } = font.layout(pair);
    const closer = (positions[0]?.xAdvance ?? 0) - (glyphs[0]?.advanceWidth ?? 0);
    const rounded = Math.round((closer * UNITS) / font.unitsPerEm);
    return rounded === 0 ? [] : [[pair, rounded] as [string, number]];
  });
}

/** The file's text: capitals from y = 0 down to `capHeight`. */
export function renderLetterOutlines(): string {
  const font = create(readFileSync(FILE)) as Font;
  const outlines = {
    capHeight: Math.round((font.capHeight * UNITS) / font.unitsPerEm),
    letters: Object.fromEntries(CHARACTERS.map((letter) => [letter, outlineOf(font, letter)])),
    kerning: Object.fromEntries(kerningOf(font)),
  };
  return `${JSON.stringify(outlines, null, 2)}\n`;
}

if (import.meta.main) writeFileSync(LETTER_OUTLINES, renderLetterOutlines());
