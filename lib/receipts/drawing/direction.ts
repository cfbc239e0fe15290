/** The direction of text: the Unicode bidirectional algorithm, for lines that mix scripts. */
import bidiFactory from "bidi-js";

const bidi = bidiFactory();

/** Embeddings, overrides, and isolates: an unclosed one would reorder what follows it. */
const DIRECTION_CONTROLS = /[\u202a-\u202e\u2066-\u2069]/gu;

/** Right-to-left scripts, and the marks that set a direction. */
const MAY_REORDER =
  /[\u0590-\u08ff\u200e\u200f\ufb1d-\ufdff\ufe70-\ufeff\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

const FIRST_STRONG_ISOLATE = "\u2068";
const POP_ISOLATE = "\u2069";

/**
 * Untrusted text as a part of a line: it is read in its own direction, and cannot reorder what is around it.
 */
export function isolate(text: string): string {
  const harmless = withoutDirectionControls(text);
  if (!MAY_REORDER.test(harmless)) return harmless;
  return FIRST_STRONG_ISOLATE + harmless + POP_ISOLATE;
}

export const withoutDirectionControls = (text: string): string =>
  text.replace(DIRECTION_CONTROLS, "");

/** Isolates each occurrence of some names in a sentence. */
export function isolateNames(sentence: string, names: string[]): string {
  return names
    .filter((name) => isolate(name) !== name)
    .sort((a, b) => b.length - a.length)
    .reduce((text, name) => text.replaceAll(name, () => isolate(name)), sentence);
}

/** The embedding level of each code unit of a line that is read from the left. Odd: from the right. */
export const levelsOf = (line: string): Uint8Array => bidi.getEmbeddingLevels(line, "ltr").levels;

/** Puts the runs of a line from left to right (rule L2 of the algorithm). */
export function inVisualOrder<T extends { level: number }>(runs: T[]): T[] {
  const ordered = [...runs];
  const highest = Math.max(0, ...runs.map(({ level }) => level));
  for (let level = highest; level > 0; level--) {
    for (let from = 0; from < ordered.length; from++) {
      let to = from;
      while (to < ordered.length && (ordered[to] as T).level >= level) to++;
      ordered.splice(from, to - from, ...ordered.slice(from, to).reverse());
      from = to;
    }
  }
  return ordered;
}
