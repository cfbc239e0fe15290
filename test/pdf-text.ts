/** Extracts the text of our PDFs, as a PDF reader's search finds it. */
import { inflateSync } from "node:zlib";

/** `<0041>` or `<d83ddc4d>`, UTF-16. */
const textOf = (hex: string) => Buffer.from(hex, "hex").swap16().toString("utf16le");

const STREAM = /\/Length (\d+)\n\/Filter \/FlateDecode\n[^>]*>>\nstream\n/g;

/** The file with its streams uncompressed, one character per byte. */
export function pdfSource(bytes: Uint8Array): string {
  const file = Buffer.from(bytes).toString("latin1");
  let source = "";
  let from = 0;
  for (const { 0: head, 1: length, index } of file.matchAll(STREAM)) {
    const start = index + head.length;
    const end = start + Number(length);
    if (index < from) continue;
    source += file.slice(from, start);
    source += inflateSync(bytes.subarray(start, end)).toString("latin1");
    from = end;
  }
  return source + file.slice(from);
}

/** The text of each glyph of an embedded font, by glyph ID. */
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

/** All text, one line per run, in glyph order. */
export function pdfText(bytes: Uint8Array): string {
  const source = pdfSource(bytes);
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

/** The ActualText of glyphs, in reading order. */
export const actualTexts = (bytes: Uint8Array): string[] =>
  [...pdfSource(bytes).matchAll(/\/ActualText <feff([0-9a-f]*)>/gi)].map(([, hex = ""]) =>
    textOf(hex),
  );

/** The names of the embedded fonts. */
export const fontNames = (bytes: Uint8Array): string[] =>
  [...pdfSource(bytes).matchAll(/\/FontName \/[A-Z]+\+(\S+)/g)].map(([, name = ""]) => name);

export const pageCount = (bytes: Uint8Array) =>
  [...pdfSource(bytes).matchAll(/\/Type \/Page\b(?!s)/g)].length;
