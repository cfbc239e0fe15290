/** Text for search, comparison, and display. */
import { domainToASCII } from "node:url";
import { asciiDigits } from "../public/giving.js";

/** Removes case and accents, for search. */
export function fold(text: string): string {
  return text
    .normalize("NFKD")
    .replace(/\p{M}|[ʻʼ‘’']/gu, "")
    .toLowerCase();
}

/** An email address as an identity: ignores case and the IDNA spelling of the domain. */
export function emailKey(email: string): string {
  const folded = email.normalize("NFC").toLowerCase();
  const at = folded.lastIndexOf("@") + 1;
  return folded.slice(0, at) + (domainToASCII(folded.slice(at)) || folded.slice(at));
}

/** Whether both are one address. */
export const isSameEmail = (one: string, other: string | null | undefined): boolean =>
  typeof other === "string" && emailKey(one) === emailKey(other);

/** The letters and digits of a typed code, without the spaces and dashes between them. */
export const codeCharacters = (text: string): string =>
  asciiDigits(text).replace(/[^\p{L}\p{N}]/gu, "");

/** Escapes `%`, `_` and `\` for a LIKE pattern, where they would be wildcards. */
export function likeLiteral(text: string): string {
  return text.replace(/[\\%_]/g, (character) => `\\${character}`);
}

/**
 * Characters that control a terminal or hide how text reads: control characters (C0, DEL, C1), line and
 * paragraph separators, and those that change the text direction.
 */
const CONTROL = /[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu;

export const hasControlCharacters = (text: string): boolean => text.search(CONTROL) !== -1;

/** A letter, digit, punctuation mark, or symbol: no space, joiner, filler, or blank that passes for one of these. */
const VISIBLE = /(?![\p{Default_Ignorable_Code_Point}\u2800\u{1d159}])[\p{L}\p{N}\p{P}\p{S}]/u;

/** Whether people see anything of a text. */
export const isVisible = (text: string): boolean => VISIBLE.test(text);

const escaped = (character: string) =>
  `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;

/** Text for a terminal: control characters are escaped, line by line. JSON stays valid. */
export const printableLines = (text: string): string =>
  text.replace(CONTROL, (character) => (character === "\n" ? "\n" : escaped(character)));

/** Like `printableLines`, for a single value such as a table cell, which must not contain a line break. */
export const printable = (text: string): string => text.replace(CONTROL, escaped);

/** On one line, with single spaces. */
export const oneLine = (text: string): string => text.replace(/[\s\p{Cc}]+/gu, " ").trim();

/** Length as people and JSON Schema count it: in code points, so that an emoji is one. */
export function characterCount(text: string): number {
  let count = 0;
  for (const _ of text) count++;
  return count;
}

/**
 * Whether an http(s) URL has its host where RFC 3986 puts it. Browsers parse `https:///x`, `https:x`, and `https:\\x`
 * as `https://x/`; other programs don't.
 */
export const hasExplicitHost = (address: string): boolean =>
  !/^https?:/i.test(address) || /^https?:\/\/[^/\\?#]/i.test(address);

/** "1 gift", "1,240 gifts" */
export const formatCount = (count: number, one: string, many = `${one}s`): string =>
  `${count.toLocaleString("en-US")} ${count === 1 ? one : many}`;
