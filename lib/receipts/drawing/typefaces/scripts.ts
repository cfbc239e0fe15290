/** The scripts that documents have a font for. */

/** With a family of their own. Marks that several scripts share are set with the first. */
export const OWN_FAMILY =
  "Arabic Hebrew Devanagari Armenian Bengali Ethiopic Georgian Gujarati Gurmukhi Kannada Khmer Lao Malayalam Oriya Sinhala Tamil Telugu Thaana Thai".split(
    " ",
  );

const ALL = [
  ..."Latin Greek Cyrillic Han Hiragana Katakana Hangul Bopomofo".split(" "),
  ...OWN_FAMILY,
];
const WITHOUT_FONT = new RegExp(
  `[^${ALL.map((script) => `\\p{scx=${script}}`).join("")}\\p{sc=Common}\\p{M}\\p{C}]|\\p{Emoji_Presentation}`,
  "gu",
);

/** The characters of a text that documents show as a box. */
export const charactersWithoutFont = (text: string): string[] => [
  ...new Set(text.normalize("NFC").match(WITHOUT_FONT)),
];
