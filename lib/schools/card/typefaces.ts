/** Text as outlines, so that a card can be drawn without loading a font, from the network least of all. */
import { readFileSync } from "node:fs";
import { findPackageJSON } from "node:module";
import { dirname, join } from "node:path";
import { create, type Font } from "fontkit";
import { perProcess } from "../../singleton.ts";

const FILES = {
  display: [
    "@fontsource/big-shoulders-display",
    "files/big-shoulders-display-latin-900-normal.woff2",
  ],
  text: ["geist", "dist/fonts/geist-sans/Geist-Regular.ttf"],
} as const;

export type Face = keyof typeof FILES;

function openFace(face: Face): Font {
  const [name, file] = FILES[face];
  // Not `require.resolve`, which a bundler would treat as an import.
  const manifest = findPackageJSON(name, import.meta.url);
  if (!manifest) throw new Error(`${name} is not installed: cards are set in it`);
  return create(readFileSync(join(dirname(manifest), file))) as Font;
}

const faces = perProcess("typefaces of cards", () => new Map<Face, Font>());

function fontOf(face: Face): Font {
  const known = faces().get(face);
  if (known) return known;
  const font = openFace(face);
  faces().set(face, font);
  return font;
}

/** The display face has capitals only. */
const inFace = (face: Face, text: string) => (face === "display" ? text.toUpperCase() : text);

/** The text in what the face has letters for. */
function shape(face: Face, text: string) {
  const font = fontOf(face);
  const drawable = [...inFace(face, text.normalize("NFC"))].filter((character) =>
    font.hasGlyphForCodePoint(character.codePointAt(0) as number),
  );
  return { font, run: font.layout(drawable.join("")) };
}

/** How wide a text is in size 1. */
export function widthOf(face: Face, text: string): number {
  const { font, run } = shape(face, text);
  return run.advanceWidth / font.unitsPerEm;
}

export type Place = { x: number; y: number; size: number };

/** The outlines of one line, as path data. @param place its left end on the baseline */
export function outlineOf(face: Face, text: string, { x, y, size }: Place): string {
  const { font, run } = shape(face, text);
  const scale = size / font.unitsPerEm;
  let pen = x;
  return run.glyphs
    .map(({ path }, at) => {
      const d = path.scale(scale, -scale).translate(pen, y).toSVG();
      pen += (run.positions[at]?.xAdvance ?? 0) * scale;
      return d;
    })
    .join("");
}
