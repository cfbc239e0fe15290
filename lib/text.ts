/** Text as people search and compare it. */

/** Without case and accents: what search looks for and looks through. */
export function fold(text: string): string {
  return text
    .normalize("NFKD")
    .replace(/\p{M}|[ʻʼ‘’']/gu, "")
    .toLowerCase();
}

/** An e-mail address as an identity: compared without case. */
export function emailKey(email: string): string {
  return email.normalize("NFC").toLowerCase();
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
