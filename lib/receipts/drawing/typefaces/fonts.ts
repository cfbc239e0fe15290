/** Loads the fonts that a document needs, each with only the characters that the document has. */
import { readFile } from "node:fs/promises";
import type { Font } from "fontkit";
import { type Covers, clustersOf, MISSING } from "./clusters.ts";
import { claims, type FontFile, MAIN_FONT } from "./families.ts";
import { openFont } from "./shaped-font.ts";

/** As heavy as the main font. */
const WEIGHT = 400;

/** The fonts of one document. */
export class Fonts {
  private readonly fonts = new Map<FontFile, Font>();
  private readonly characters = new Map<FontFile, Set<number>>();
  private readonly widths = new Map<string, number>();

  add(file: FontFile, bytes: Buffer): void {
    const font = openFont(bytes, file.name);
    this.fonts.set(file, font);
    this.characters.set(file, new Set(font.characterSet));
  }

  get all(): [FontFile, Font][] {
    return [...this.fonts];
  }

  readonly covers: Covers = (file, character) =>
    this.characters.get(file)?.has(character.codePointAt(0) as number) ?? false;

  /** The width of a run's text in a font of size 1. */
  widthOf(file: FontFile, text: string, features: string[]): number {
    const key = `${file.name} ${features} ${text}`;
    const known = this.widths.get(key);
    if (known !== undefined) return known;
    const font = this.fonts.get(file) as Font;
    const width = font.layout(text, features).advanceWidth / font.unitsPerEm;
    this.widths.set(key, width);
    return width;
  }

  /** How high the main font's letters reach above the baseline, and the height of its lines, in size 1. */
  get metrics(): { ascent: number; line: number } {
    const { ascent, descent, lineGap, unitsPerEm } = this.fonts.get(MAIN_FONT) as Font;
    return { ascent: ascent / unitsPerEm, line: (ascent - descent + lineGap) / unitsPerEm };
  }
}

/** What each further file is to have, so that these texts can be set. */
function planFiles(texts: string[], fonts: Fonts): Map<FontFile, Set<string>> {
  const planned = new Map<FontFile, Set<string>>();
  const mayCover: Covers = (file, one) =>
    file === MAIN_FONT ? fonts.covers(file, one) : claims(file, one);
  for (const text of texts) {
    for (const { font, drawn } of clustersOf(text, mayCover)) {
      if (font === MAIN_FONT) continue;
      const characters = planned.get(font) ?? new Set();
      for (const one of drawn) characters.add(one);
      planned.set(font, characters);
    }
  }
  return planned;
}

/** Loads what the plan says, and a box if it turns out that something is missing. */
async function addPlanned(fonts: Fonts, planned: Map<FontFile, Set<string>>): Promise<void> {
  const { default: subsetFont } = await import("subset-font");
  const load = async (file: FontFile, characters: Iterable<string>) => {
    // Packages do not list the space, which all have.
    const text = [" ", ...characters].join("");
    const options = { targetFormat: "truetype", variationAxes: { wght: WEIGHT } } as const;
    fonts.add(file, await subsetFont(await readFile(file.path), text, options));
  };
  for (const [file, characters] of planned) await load(file, characters);
  // Some files lack what their packages say they have.
  const hasAll = [...planned].every(([file, characters]) =>
    [...characters].every((one) => fonts.covers(file, one)),
  );
  const [box] = hasAll ? [] : clustersOf(MISSING, claims);
  if (box && !fonts.covers(box.font, MISSING)) {
    await load(box.font, [...(planned.get(box.font) ?? []), MISSING]);
  }
}

/** All lines of text in some content. */
function textsIn(content: unknown): string[] {
  if (typeof content === "string") return content.split("\n");
  if (typeof content !== "object" || content === null) return [];
  return Object.values(content).flatMap(textsIn);
}

/** The fonts in which every text of a document's content can be set. */
export async function loadFonts(content: unknown): Promise<Fonts> {
  const fonts = new Fonts();
  fonts.add(MAIN_FONT, await readFile(MAIN_FONT.path));
  const isInMainFont = (text: string) => [...text].every((one) => fonts.covers(MAIN_FONT, one));
  const others = textsIn(content).filter((text) => !isInMainFont(text));
  if (others.length > 0) await addPlanned(fonts, planFiles(others, fonts));
  return fonts;
}
