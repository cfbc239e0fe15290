import { readFile } from "node:fs/promises";
import type { Font } from "fontkit";
import { type Covers, clustersOf } from "./clusters.ts";
import { DISPLAY_FONT, type FontFile, MAIN_FONT } from "./families.ts";
import { openFont } from "./shaped-font.ts";

/** pdfkit embeds TrueType outlines. */
const CONVERSION = { targetFormat: "truetype" } as const;
/** For variable fonts: the weight of the product's text. */
const IN_MAIN_WEIGHT = { ...CONVERSION, variationAxes: { wght: 430 } } as const;

/** Cached for the thread's next documents: about 15 MB in all. */
const converted = new Map<FontFile, Buffer>();

/** fontkit reads every glyph's bounds, even past the end of the file if the last one has no outline. */
const PADDING = Buffer.alloc(10);

async function convert(file: FontFile): Promise<Buffer> {
  const { default: subsetFont } = await import("subset-font");
  const conversion = file === DISPLAY_FONT ? CONVERSION : IN_MAIN_WEIGHT;
  const font = await subsetFont(await readFile(file.path), ` ${file.characters}`, conversion);
  return Buffer.concat([font, PADDING]);
}

async function bytesOf(file: FontFile): Promise<Buffer> {
  if (file.path.endsWith(".ttf")) return readFile(file.path);
  const bytes = converted.get(file) ?? (await convert(file));
  converted.set(file, bytes);
  return bytes;
}

export class Fonts {
  private readonly fonts = new Map<FontFile, Font>();
  private readonly characters = new Map<FontFile, Set<number>>();
  private readonly widths = new Map<string, number>();

  async load(file: FontFile): Promise<void> {
    const font = openFont(await bytesOf(file), file.name);
    this.fonts.set(file, font);
    this.characters.set(file, new Set(font.characterSet));
  }

  has(file: FontFile): boolean {
    return this.fonts.has(file);
  }

  get all(): [FontFile, Font][] {
    return [...this.fonts];
  }

  readonly covers: Covers = (file, character) =>
    this.characters.get(file)?.has(character.codePointAt(0) as number) ?? false;

  /** The width of a run's text at font size 1. */
  widthOf(file: FontFile, text: string, features: string[]): number {
    const key = `${file.name} ${features} ${text}`;
    const known = this.widths.get(key);
    if (known !== undefined) return known;
    const font = this.fonts.get(file) as Font;
    const width = font.layout(text, features).advanceWidth / font.unitsPerEm;
    this.widths.set(key, width);
    return width;
  }

  /** The main font's ascent and line height at font size 1. */
  get metrics(): { ascent: number; line: number } {
    const { ascent, descent, lineGap, unitsPerEm } = this.fonts.get(MAIN_FONT) as Font;
    return { ascent: ascent / unitsPerEm, line: (ascent - descent + lineGap) / unitsPerEm };
  }
}

function textsIn(content: unknown): string[] {
  if (typeof content === "string") return content.split("\n");
  if (typeof content !== "object" || content === null) return [];
  return Object.values(content).flatMap(textsIn);
}

/** The files that these texts need and that aren't loaded, judging by the characters they declare. */
function missingFiles(texts: string[], fonts: Fonts): Set<FontFile> {
  const missing = new Set<FontFile>();
  const mayCover: Covers = (file, character) => {
    if (fonts.has(file)) return fonts.covers(file, character);
    missing.add(file);
    return true;
  };
  for (const text of texts) clustersOf(text, mayCover);
  return missing;
}

/** Loads the fonts for all text in a document's content, and those that it uses for some of it. */
export async function loadFonts(content: unknown, used: FontFile[] = []): Promise<Fonts> {
  const fonts = new Fonts();
  for (const file of [MAIN_FONT, ...used]) await fonts.load(file);
  const isInMainFont = (text: string) => [...text].every((one) => fonts.covers(MAIN_FONT, one));
  const others = textsIn(content).filter((text) => !isInMainFont(text));
  // If a loaded file lacks a declared character, another may have it.
  let missing = missingFiles(others, fonts);
  while (missing.size > 0) {
    for (const file of missing) await fonts.load(file);
    missing = missingFiles(others, fonts);
  }
  return fonts;
}
