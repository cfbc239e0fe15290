/**
 * The typefaces for what the main one has no letters for: which family a character is set in, and which of
 * the family's files has it. The families come in files for the web, each for some ranges of characters.
 */
import { readFileSync } from "node:fs";
import { findPackageJSON } from "node:module";
import { dirname, join } from "node:path";

/** A file with some characters of a family. There is one object for each. */
export type FontFile = {
  family: string;
  name: string;
  path: string;
  /** What its package says that it has: some files lack a few, and all have a space. */
  characters: string;
};

/** The files that have a character, by its code point. */
type Index = Map<number, FontFile[]>;

const indexes = new Map<string, Index>();

function folderOf(name: string): string {
  // Not `require.resolve`, which a bundler would treat as an import.
  const manifest = findPackageJSON(name, import.meta.url);
  if (!manifest) throw new Error(`${name} isn't installed; PDF rendering needs it`);
  return dirname(manifest);
}

/** What documents are set in. */
export const MAIN_FONT: FontFile = {
  family: "geist",
  name: "Geist-Regular",
  path: join(folderOf("geist"), "dist/fonts/geist-sans/Geist-Regular.ttf"),
  characters: "",
};

/** Those of a range: `U+0600-06FF`, or one character. */
function codePointsIn(range: string): number[] {
  const [from = 0, to = from] = range
    .slice(2)
    .split("-")
    .map((hex) => Number.parseInt(hex, 16));
  return Array.from({ length: to - from + 1 }, (_, n) => from + n);
}

/** Read once, when a text needs the family. */
function indexOf(family: string): Index {
  const known = indexes.get(family);
  if (known) return known;
  const folder = folderOf(`@fontsource-variable/${family}`);
  const ranges = JSON.parse(readFileSync(join(folder, "unicode.json"), "utf8"));
  const index: Index = new Map();
  for (const [subset, covered] of Object.entries<string>(ranges)) {
    const name = `${family}-${subset.replace(/[[\]]/g, "")}-wght-normal`;
    const path = join(folder, "files", `${name}.woff2`);
    const codePoints = covered.split(",").flatMap(codePointsIn);
    const file = { family, name, path, characters: String.fromCodePoint(...codePoints) };
    for (const one of codePoints) index.set(one, [...(index.get(one) ?? []), file]);
  }
  indexes.set(family, index);
  return index;
}

const EAST_ASIAN =
  /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}\p{scx=Bopomofo}\u3000-\u303f\uff00-\uffef□]/u;

/** Scripts that have a family of their own. */
const SCRIPTS: [RegExp, string][] = [
  [/\p{scx=Arabic}/u, "noto-sans-arabic"],
  [/\p{scx=Hebrew}/u, "noto-sans-hebrew"],
  [/\p{scx=Devanagari}/u, "noto-sans-devanagari"],
];

/** Latin letters with rarer accents, Cyrillic, and Greek. */
const OTHERS = "inter";

/**
 * Chinese, Japanese, and Korean share characters that each writes a little differently, and Unicode does not
 * tell which is meant: kana make a text Japanese, hangul Korean, and anything else Chinese. What the first
 * family lacks, the others may have.
 */
function eastAsianFamilies(text: string): string[] {
  if (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)) {
    return ["noto-sans-jp", "noto-sans-sc", "noto-sans-kr"];
  }
  if (/\p{Script=Hangul}/u.test(text)) return ["noto-sans-kr", "noto-sans-sc", "noto-sans-jp"];
  return ["noto-sans-sc", "noto-sans-jp", "noto-sans-kr"];
}

/** For the characters of a text: the files that may have one, the best first. */
export function filesFor(text: string): (character: string) => FontFile[] {
  const eastAsian = eastAsianFamilies(text);
  const familiesOf = (character: string): string[] => {
    if (EAST_ASIAN.test(character)) return eastAsian;
    return [SCRIPTS.find(([script]) => script.test(character))?.[1] ?? OTHERS];
  };
  return (character) => {
    const codePoint = character.codePointAt(0) as number;
    return familiesOf(character).flatMap((family) => indexOf(family).get(codePoint) ?? []);
  };
}
