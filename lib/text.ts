/** Text as people search and compare it. */
import { domainToASCII } from "node:url";

/** Without case and accents: what search looks for and looks through. */
export function fold(text: string): string {
  return text
    .normalize("NFKD")
    .replace(/\p{M}|[ʻʼ‘’']/gu, "")
    .toLowerCase();
}

/** An email address as an identity: compared without case, its domain in either spelling of IDNA. */
export function emailKey(email: string): string {
  const folded = email.normalize("NFC").toLowerCase();
  const at = folded.lastIndexOf("@") + 1;
  return folded.slice(0, at) + (domainToASCII(folded.slice(at)) || folded.slice(at));
}

/** Escapes `%`, `_` and `\` for a LIKE pattern: to a person searching they are letters. */
export function likeLiteral(text: string): string {
  return text.replace(/[\\%_]/g, (character) => `\\${character}`);
}

/**
 * What a terminal obeys or that changes how the rest is read: control characters (C0, DEL, C1), the ends
 * of lines and paragraphs, and what turns the direction of text.
 */
const CONTROL = /[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu;

/** Whether text holds a character that nobody sees and that a terminal or a reader is misled by. */
export const hasControlCharacters = (text: string): boolean => text.search(CONTROL) !== -1;

const escaped = (character: string) =>
  `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;

/** Words for a terminal: control characters are shown and not obeyed, line by line. JSON stays what it is. */
export const printableLines = (text: string): string =>
  text.replace(CONTROL, (character) => (character === "\n" ? "\n" : escaped(character)));

/** The same of one value among others, such as a table's cell: it cannot begin a line of its own. */
export const printable = (text: string): string => text.replace(CONTROL, escaped);

/** Length as people and JSON Schema count it: in code points, so that an emoji is one. */
export function characterCount(text: string): number {
  let count = 0;
  for (const _ of text) count++;
  return count;
}
