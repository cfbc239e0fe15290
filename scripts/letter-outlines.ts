/**
 * Writes the outlines of monogram letters from the display face: `node scripts/letter-outlines.ts`. The face
 * is under the SIL Open Font License, which allows outlines in drawings.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { create, type Font, type PathCommand } from "fontkit";
import { projectRoot } from "#installation/project-root.ts";

const FACE = "node_modules/@fontsource/big-shoulders-display/files";
const FILE = join(projectRoot, FACE, "big-shoulders-display-latin-900-normal.woff2");

/** The generated file. */
export const LETTER_OUTLINES = join(projectRoot, "lib", "schools", "art", "letters.json");

const CHARACTERS = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789&"];
const UNITS = 1000;

/** Invisible: a third of a pixel at a height of 100 pixels. */
const TOLERANCE = 3;

type Point = [x: number, y: number];

/**
 * A glyph as short path data in whole units: only the first command is absolute, so that changing it moves the glyph,
 * and a curve that continues smoothly has no control point.
 */
function outlinePath(commands: PathCommand[], place: (x: number, y: number) => Point): string {
  let data = "";
  let [x, y]: Point = [0, 0];
  let start: Point = [0, 0];
  /** The last control point's reflection. */
  let smooth: Point | undefined;
  for (const { command, args } of commands) {
    if (command === "closePath") {
      data += "z";
      [x, y] = start;
      continue;
    }
    const [end, control] = [args.slice(-2), args.slice(0, -2)].map((point) =>
      point.length > 0 ? place(...(point as Point)) : undefined,
    ) as [Point, Point?];
    const [dx, dy] = [end[0] - x, end[1] - y];
    const isSmooth =
      control && smooth && Math.hypot(control[0] - smooth[0], control[1] - smooth[1]) <= TOLERANCE;
    const used = isSmooth ? smooth : control;
    if (command === "moveTo") data += `${data ? "m" : "M"}${dx} ${dy}`;
    else if (isSmooth) data += `t${dx} ${dy}`;
    else if (control) data += `q${control[0] - x} ${control[1] - y} ${dx} ${dy}`;
    else data += dy === 0 ? `h${dx}` : dx === 0 ? `v${dy}` : `l${dx} ${dy}`;
    smooth = used && [2 * end[0] - used[0], 2 * end[1] - used[1]];
    [x, y] = end;
    if (command === "moveTo") start = end;
  }
  return data.replaceAll(" -", "-");
}

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
