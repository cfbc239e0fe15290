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

/** Length as people and JSON Schema count it: in code points, so that an emoji is one. */
export function characterCount(text: string): number {
  let count = 0;
  for (const _ of text) count++;
  return count;
}
