/**
 * The fallback fonts: which family a character is set in, and which of the family's files has it. The
 * families come as web font files, each for a subset of characters.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { memoized } from "../../../memoized.ts";
import { packageFolder } from "../../../package-folder.ts";
import { OWN_FAMILY } from "./scripts.ts";

/** A file with some of a family's characters. Compared by identity. */
export type FontFile = {
  family: string;
  name: string;
  path: string;
  /** As declared by its package. Some files lack a few, and all have a space. */
  characters: string;
};

/** The files that have a character, by code point. */
type Index = Map<number, FontFile[]>;

/** Parses ranges such as `U+0600-06FF,U+FDFB`. */
function codePointsIn(ranges: string): number[] {
  return ranges.split(",").flatMap((range) => {
    const [from = 0, to = from] = range
      .slice(2)
      .split("-")
      .map((hex) => Number.parseInt(hex, 16));
    return Array.from({ length: to - from + 1 }, (_, n) => from + n);
  });
}

const LATIN =
  "U+0020-007E,U+00A0-00FF,U+0131,U+0152-0153,U+02C6,U+02DA,U+02DC,U+2000-206F,U+20AC,U+2122";

/** The product's own typeface, for what most documents consist of. */
export const MAIN_FONT: FontFile = {
  family: "inter",
  name: "Inter-Regular",
  path: join(packageFolder("@fontsource-variable/inter"), "files/inter-latin-wght-normal.woff2"),
  characters: String.fromCodePoint(...codePointsIn(LATIN)),
};

/** Has letters and combining marks in one file, which Inter has in several. */
const LATIN_WITH_MARKS: FontFile = {
  family: "geist",
  name: "Geist-Regular",
  path: join(packageFolder("geist"), "dist/fonts/geist-sans/Geist-Regular.ttf"),
  characters: "",
};

/** For names, titles, and amounts. It has Latin letters only. */
export const DISPLAY_FONT: FontFile = {
  family: "big-shoulders-display",
  name: "BigShouldersDisplay-Black",
  path: join(
    packageFolder("@fontsource/big-shoulders-display"),
    "files/big-shoulders-display-latin-900-normal.woff2",
  ),
  characters: String.fromCodePoint(
    ...codePointsIn("U+0020-00FF,U+0152-0153,U+02BB-02BC,U+2013-2014,U+2018-201E"),
  ),
};

/** Read once, when a text first needs the family. */
const indexFor = memoized((family: string): Index => {
  const folder = packageFolder(`@fontsource-variable/${family}`);
  const ranges = JSON.parse(readFileSync(join(folder, "unicode.json"), "utf8"));
  const index: Index = new Map();
  for (const [subset, covered] of Object.entries<string>(ranges)) {
    const name = `${family}-${subset.replace(/[[\]]/g, "")}-wght-normal`;
    const path = join(folder, "files", `${name}.woff2`);
    const codePoints = codePointsIn(covered);
    const file = { family, name, path, characters: String.fromCodePoint(...codePoints) };
    for (const one of codePoints) index.set(one, [...(index.get(one) ?? []), file]);
  }
  return index;
});

const CJK =
  /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}\p{scx=Bopomofo}\u3000-\u303f\uff00-\uffef□]/u;

const SCRIPTS = OWN_FAMILY.map(
  (script) => [new RegExp(`\\p{scx=${script}}`, "u"), `noto-sans-${script.toLowerCase()}`] as const,
);

/** For Latin letters with rarer accents, Cyrillic, and Greek. */
const DEFAULT_FAMILY = "inter";

/**
 * Chinese, Japanese, and Korean write shared characters slightly differently, and Unicode doesn't say which
 * one is meant. Text with kana is treated as Japanese, with hangul as Korean, and anything else as Chinese.
 */
function cjkFamilies(text: string): string[] {
  if (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)) {
    return ["noto-sans-jp", "noto-sans-sc", "noto-sans-kr"];
  }
  if (/\p{Script=Hangul}/u.test(text)) return ["noto-sans-kr", "noto-sans-sc", "noto-sans-jp"];
  return ["noto-sans-sc", "noto-sans-jp", "noto-sans-kr"];
}

/** Returns a function that finds the files that may have a character of this text, best first. */
export function filesFor(text: string): (character: string) => FontFile[] {
  const cjk = cjkFamilies(text);
  const familiesOf = (character: string): string[] => {
    if (CJK.test(character)) return cjk;
    return [SCRIPTS.find(([script]) => script.test(character))?.[1] ?? DEFAULT_FAMILY];
  };
  return (character) => {
    const codePoint = character.codePointAt(0) as number;
    const files = familiesOf(character).flatMap((family) => indexFor(family).get(codePoint) ?? []);
    return files[0]?.family === DEFAULT_FAMILY ? [...files, LATIN_WITH_MARKS] : files;
  };
}
