/** Splits text into grapheme clusters, and finds a font for each. */
import { type FontFile, filesFor, MAIN_FONT } from "./families.ts";

/** Replaces what no font has. */
const MISSING_GLYPH = "□";

/** What readers see as one character. */
export type Cluster = {
  /** Its index in the text. */
  at: number;
  original: string;
  /** Empty if all of it is invisible. */
  drawn: string;
  font: FontFile;
};

export type Covers = (font: FontFile, character: string) => boolean;

const segmenter = new Intl.Segmenter("en", { granularity: "grapheme" });
const INVISIBLE = /^\p{Default_Ignorable_Code_Point}$/u;
const SPACE = /^\p{Zs}$/u;

/** Marks that stack on a letter, which excludes the one that joins consonants in Devanagari. */
const STACKING = /[\p{Mn}--\u094d]/gv;
/** No name has more on one letter, and a tall stack would cover the lines above. */
const MAX_STACKED = 5;

type Candidates = (character: string) => FontFile[];
type Drawable = Pick<Cluster, "drawn" | "font">;

/** Uses the first font that has every visible character of a cluster. */
function fontFor(cluster: string, candidates: Candidates, covers: Covers): Drawable | undefined {
  const characters = [...cluster];
  const visible = characters.filter((one) => !INVISIBLE.test(one));
  const [base] = visible;
  if (base === undefined) return { drawn: "", font: MAIN_FONT };
  if (SPACE.test(base)) return { drawn: " ", font: MAIN_FONT };
  const font = candidates(base).find((one) => visible.every((character) => covers(one, character)));
  if (!font) return undefined;
  // Joiners change adjacent letters, so they stay if the font has them.
  const drawn = characters.filter((one) => !INVISIBLE.test(one) || covers(font, one));
  return { drawn: drawn.join(""), font };
}

/** For a cluster that no font has, or with too many marks: draws its letter if possible, and a box for the rest. */
function withBox(original: string, at: number, find: (cluster: string) => Drawable | undefined) {
  const [base = ""] = original;
  const letter = base === original ? undefined : find(base);
  const box = find(MISSING_GLYPH) ?? { drawn: "?", font: MAIN_FONT };
  if (!letter) return [{ at, original, ...box }];
  const rest = original.slice(base.length);
  return [
    { at, original: base, ...letter },
    { at: at + base.length, original: rest, ...box },
  ];
}

/** Spaces between clusters of one font use that font too, so that the text stays in one run. */
function joinAcrossSpaces(clusters: Cluster[], covers: Covers): Cluster[] {
  return clusters.map((cluster, index) => {
    const before = clusters[index - 1]?.font;
    const isInside = before !== undefined && before === clusters[index + 1]?.font;
    return isInside && cluster.drawn === " " && covers(before, " ")
      ? { ...cluster, font: before }
      : cluster;
  });
}

/**
 * The clusters of a text. The candidate fonts depend on the whole text.
 * @param preferred the font for the characters that it has
 */
export function clustersOf(text: string, covers: Covers, preferred = MAIN_FONT): Cluster[] {
  const fallbacks = filesFor(text);
  const candidates: Candidates = (one) => [preferred, MAIN_FONT, ...fallbacks(one)];
  const find = (cluster: string) => fontFor(cluster, candidates, covers);
  const clusters = [...segmenter.segment(text)].flatMap(({ segment, index: at }) => {
    // Normalizing a single character could replace a variant of an ideograph.
    const composed = segment.length > 1 ? segment.normalize("NFC") : segment;
    const isTooTall = (composed.match(STACKING)?.length ?? 0) > MAX_STACKED;
    const found = isTooTall ? undefined : find(composed);
    return found ? [{ at, original: segment, ...found }] : withBox(segment, at, find);
  });
  return joinAcrossSpaces(clusters, covers);
}
