/** Reads the text of an uncompressed PDF of ours back, as a reader's search would find it. */

/** `<0041>` or `<d83ddc4d>`, UTF-16. */
const textOf = (hex: string) => Buffer.from(hex, "hex").swap16().toString("utf16le");

/** What each glyph of the embedded font stands for, by its number. */
function glyphsOf(source: string): string[] {
  const ranges = [...source.matchAll(/<[0-9a-f]{4}> <[0-9a-f]{4}> \[([^\]]*)\]/gi)];
  return ranges.flatMap(([, list = ""]) =>
    [...list.matchAll(/<([0-9a-f]*)>/gi)].map(([, hex = ""]) => textOf(hex.replaceAll(" ", ""))),
  );
}

/** All that it says, run by run, with a line for each. */
export function pdfText(bytes: Uint8Array): string {
  const source = Buffer.from(bytes).toString("latin1");
  const glyphs = glyphsOf(source);
  const runs = [...source.matchAll(/\[([^\]]*)\] TJ/g)].map(([, run = ""]) =>
    [...run.matchAll(/<([0-9a-f]+)>/gi)]
      .flatMap(([, hex = ""]) => hex.match(/.{4}/g) ?? [])
      .map((number) => glyphs[Number.parseInt(number, 16)])
      .join(""),
  );
  return runs.join("\n");
}

export const pageCount = (bytes: Uint8Array) =>
  [
    ...Buffer.from(bytes)
      .toString("latin1")
      .matchAll(/\/Type \/Page\b(?!s)/g),
  ].length;
