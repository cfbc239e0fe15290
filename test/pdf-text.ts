/** Reads the text of an uncompressed PDF of ours back, as a reader's search would find it. */

/** `<0041>` or `<d83ddc4d>`, UTF-16. */
const textOf = (hex: string) => Buffer.from(hex, "hex").swap16().toString("utf16le");

const sourceOf = (bytes: Uint8Array) => Buffer.from(bytes).toString("latin1");

/** What each glyph of an embedded font stands for, by its number. */
function glyphsOf(map: string): string[] {
  const ranges = [...map.matchAll(/<[0-9a-f]{4}> <[0-9a-f]{4}> \[([^\]]*)\]/gi)];
  return ranges.flatMap(([, list = ""]) =>
    [...list.matchAll(/<([0-9a-f ]*)>/gi)].map(([, hex = ""]) => textOf(hex.replaceAll(" ", ""))),
  );
}

/** The glyphs of each font, by the font's name in the pages, such as `F1`. */
function fontsOf(source: string): Map<string, string[]> {
  const objects = new Map(
    [...source.matchAll(/^(\d+) 0 obj$([\s\S]*?)^endobj$/gm)].map(([, id, body]) => [id, body]),
  );
  const named = [...source.matchAll(/\/(F\d+) (\d+) 0 R/g)].map(([, name = "", id]) => {
    const map = /\/ToUnicode (\d+) 0 R/.exec(objects.get(id) ?? "")?.[1];
    return [name, glyphsOf(objects.get(map) ?? "")] as const;
  });
  return new Map(named);
}

const glyphIn = (run: string) =>
  [...run.matchAll(/<([0-9a-f]+)>/gi)].flatMap(([, hex = ""]) => hex.match(/.{4}/g) ?? []);

/** All that it says, run by run, with a line for each. Text is in the order of its glyphs. */
export function pdfText(bytes: Uint8Array): string {
  const source = sourceOf(bytes);
  const fonts = fontsOf(source);
  const runs: string[] = [];
  let glyphs: string[] = [];
  for (const [, font, run] of source.matchAll(/\/(F\d+) [\d.]+ Tf|\[([^\]]*)\] TJ/g)) {
    if (font !== undefined) glyphs = fonts.get(font) ?? [];
    else
      runs.push(
        glyphIn(run ?? "")
          .map((at) => glyphs[Number.parseInt(at, 16)])
          .join(""),
      );
  }
  return runs.join("\n");
}

/** The texts that are given beside glyphs, in the order of reading. */
export const actualTexts = (bytes: Uint8Array): string[] =>
  [...sourceOf(bytes).matchAll(/\/ActualText <feff([0-9a-f]*)>/gi)].map(([, hex = ""]) =>
    textOf(hex),
  );

/** The names of the embedded fonts. */
export const fontNames = (bytes: Uint8Array): string[] =>
  [...sourceOf(bytes).matchAll(/\/FontName \/[A-Z]+\+(\S+)/g)].map(([, name = ""]) => name);

export const pageCount = (bytes: Uint8Array) =>
  [...sourceOf(bytes).matchAll(/\/Type \/Page\b(?!s)/g)].length;
