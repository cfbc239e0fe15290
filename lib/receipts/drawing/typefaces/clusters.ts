/** Divides text into the units that are drawn together, and finds the font of each. */
import { type FontFile, filesFor, MAIN_FONT } from "./families.ts";

/** Stands for what no font has. */
export const MISSING = "□";

/** What a reader sees as one character. */
export type Cluster = {
  /** Where it begins in the text. */
  at: number;
  original: string;
  /** What is drawn. Nothing if all of it is invisible. */
  drawn: string;
  font: FontFile;
};

/** Whether a font has a character. */
export type Covers = (font: FontFile, character: string) => boolean;

const segmenter = new Intl.Segmenter("en", { granularity: "grapheme" });
const INVISIBLE = /^\p{Default_Ignorable_Code_Point}$/u;
const SPACE = /^\p{Zs}$/u;

/** Marks that stack up on a letter: without the one that joins consonants in Devanagari. */
const STACKING = /[\p{Mn}--\u094d]/gv;
/** No name has more on one letter. A pile of them would cover the lines above. */
const MOST_STACKED = 5;

type Candidates = (character: string) => FontFile[];
type Found = Pick<Cluster, "drawn" | "font">;

/** The first font with everything visible of a cluster. */
function fontFor(cluster: string, candidates: Candidates, covers: Covers): Found | undefined {
  const characters = [...cluster];
  const visible = characters.filter((one) => !INVISIBLE.test(one));
  const [base] = visible;
  if (base === undefined) return { drawn: "", font: MAIN_FONT };
  if (SPACE.test(base)) return { drawn: " ", font: MAIN_FONT };
  const font = [MAIN_FONT, ...candidates(base)].find((one) =>
    visible.every((character) => covers(one, character)),
  );
  if (!font) return undefined;
  // Joiners stay where the font has them: they change the letters beside them.
  const drawn = characters.filter((one) => !INVISIBLE.test(one) || covers(font, one));
  return { drawn: drawn.join(""), font };
}

/** What no font has, or too high a pile of marks: its letter at least, and a box for the rest. */
function withBox(original: string, at: number, find: (cluster: string) => Found | undefined) {
  const [base = ""] = original;
  const letter = base === original ? undefined : find(base);
  const box = find(MISSING) ?? { drawn: "?", font: MAIN_FONT };
  if (!letter) return [{ at, original, ...box }];
  const rest = original.slice(base.length);
  return [
    { at, original: base, ...letter },
    { at: at + base.length, original: rest, ...box },
  ];
}

/** Spaces within text of another font are taken from that font, so that the text stays in one piece. */
function joinAcrossSpaces(clusters: Cluster[], covers: Covers): Cluster[] {
  return clusters.map((cluster, index) => {
    const before = clusters[index - 1]?.font;
    const isInside = before !== undefined && before === clusters[index + 1]?.font;
    return isInside && cluster.drawn === " " && covers(before, " ")
      ? { ...cluster, font: before }
      : cluster;
  });
}

/** The clusters of a text. Which fonts may have one depends on the whole text. */
export function clustersOf(text: string, covers: Covers): Cluster[] {
  const candidates = filesFor(text);
  const find = (cluster: string) => fontFor(cluster, candidates, covers);
  const clusters = [...segmenter.segment(text)].flatMap(({ segment, index: at }) => {
    // A single character stays as it is: some ideographs have variants that are taken for equal.
    const composed = segment.length > 1 ? segment.normalize("NFC") : segment;
    const isPile = (composed.match(STACKING)?.length ?? 0) > MOST_STACKED;
    const found = isPile ? undefined : find(composed);
    return found ? [{ at, original: segment, ...found }] : withBox(segment, at, find);
  });
  return joinAcrossSpaces(clusters, covers);
}
