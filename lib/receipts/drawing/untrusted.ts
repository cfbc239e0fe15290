/** Prepares text that others have written to stand in a line of a document. */

/** Embeddings, overrides, and isolates: an unclosed one would reorder what follows it. */
const DIRECTION_CONTROLS = /[\u202a-\u202e\u2066-\u2069]/gu;

/** Right-to-left scripts, and the marks that set a direction. */
const MAY_REORDER =
  /[\u0590-\u08ff\u200e\u200f\ufb1d-\ufdff\ufe70-\ufeff\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

const FIRST_STRONG_ISOLATE = "\u2068";
const POP_ISOLATE = "\u2069";

export const withoutDirectionControls = (text: string): string =>
  text.replace(DIRECTION_CONTROLS, "");

/** Removes line breaks, and shortens text to `most` characters with an ellipsis. */
export function toOneLine(text: string, most = Number.POSITIVE_INFINITY): string {
  const line = text.replace(/[\s\p{Cc}]+/gu, " ").trim();
  // Code units first: most texts are short.
  if (line.length <= most) return line;
  const characters = [...line];
  return characters.length <= most ? line : `${characters.slice(0, most - 1).join("")}…`;
}

/** A name on one line: it is read in its own direction, and cannot reorder what is around it. */
export function isolate(text: string, most?: number): string {
  const harmless = withoutDirectionControls(toOneLine(text, most));
  if (!MAY_REORDER.test(harmless)) return harmless;
  return FIRST_STRONG_ISOLATE + harmless + POP_ISOLATE;
}

/** A sentence on one line, with each occurrence of some names isolated. */
export function isolateNames(sentence: string, names: string[]): string {
  return names
    .map((name) => toOneLine(name))
    .filter((name) => isolate(name) !== name)
    .sort((a, b) => b.length - a.length)
    .reduce((text, name) => text.replaceAll(name, () => isolate(name)), toOneLine(sentence));
}
