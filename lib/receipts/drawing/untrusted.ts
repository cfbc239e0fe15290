/** Makes untrusted text safe to embed in a line of a document. */
import { oneLine } from "../../text.ts";

/** Embeddings, overrides, and isolates: an unclosed one would reorder the text after it. */
const DIRECTION_CONTROLS = /[\u202a-\u202e\u2066-\u2069]/gu;

/** Right-to-left scripts, and direction marks. */
const MAY_REORDER =
  /[\u0590-\u08ff\u200e\u200f\ufb1d-\ufdff\ufe70-\ufeff\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

const FIRST_STRONG_ISOLATE = "\u2068";
const POP_ISOLATE = "\u2069";

export const withoutDirectionControls = (text: string): string =>
  text.replace(DIRECTION_CONTROLS, "");

/** Removes line breaks, and shortens text to `max` characters with an ellipsis. */
function toOneLine(text: string, max = Number.POSITIVE_INFINITY): string {
  const line = oneLine(text);
  // Cheap check first: counting characters is only needed for long texts.
  if (line.length <= max) return line;
  const characters = [...line];
  return characters.length <= max ? line : `${characters.slice(0, max - 1).join("")}…`;
}

/** A name on one line, in its own direction, that can't reorder the text around it. */
export function isolate(text: string, max?: number): string {
  const safe = withoutDirectionControls(toOneLine(text, max));
  if (!MAY_REORDER.test(safe)) return safe;
  return FIRST_STRONG_ISOLATE + safe + POP_ISOLATE;
}

/** A sentence on one line, with each occurrence of these names isolated. */
export function isolateNames(sentence: string, names: string[]): string {
  return names
    .map((name) => toOneLine(name))
    .filter((name) => isolate(name) !== name)
    .sort((a, b) => b.length - a.length)
    .reduce((text, name) => text.replaceAll(name, () => isolate(name)), toOneLine(sentence));
}
