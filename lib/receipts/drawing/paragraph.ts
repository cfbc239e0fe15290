/** Lays out text in several scripts or directions: what stands on which line, and in which font. */
import { levelsOf } from "./direction.ts";
import { mayBreakBetween } from "./line-breaks.ts";
import { type Cluster, type Covers, clustersOf } from "./typefaces/clusters.ts";
import type { FontFile } from "./typefaces/families.ts";
import { FROM_THE_LEFT, FROM_THE_RIGHT } from "./typefaces/shaped-font.ts";

/** Characters of one font and one direction. */
export type Run = {
  font: FontFile;
  /** Odd: from the right. */
  level: number;
  /** In the order of reading, after its direction. */
  text: string;
  original: string;
};

/** In parts of the font size. */
export type Measure = (font: FontFile, text: string) => number;

type Placed = Cluster & { level: number };

const continues = (run: Run | undefined, { font, level }: Placed): run is Run =>
  run?.font === font && run.level === level;

/** The runs of adjacent clusters, in the order of reading. */
function runsOf(clusters: Placed[]): Run[] {
  const runs: Run[] = [];
  for (const cluster of clusters) {
    const { font, level, drawn, original } = cluster;
    const last = runs.at(-1);
    if (drawn === "") {
      if (last) last.original += original;
    } else if (continues(last, cluster)) {
      last.text += drawn;
      last.original += original;
    } else {
      const direction = level % 2 === 1 ? FROM_THE_RIGHT : FROM_THE_LEFT;
      runs.push({ font, level, text: direction + drawn, original });
    }
  }
  return runs;
}

/** The parts that no line break divides: words, with the spaces after them. */
function wordsOf(clusters: Placed[]): Placed[][] {
  const words: Placed[][] = [];
  for (const [index, cluster] of clusters.entries()) {
    const before = clusters[index - 1];
    if (before && !mayBreakBetween(before.original, cluster.original)) words.at(-1)?.push(cluster);
    else words.push([cluster]);
  }
  return words;
}

const isSpace = ({ drawn }: Placed) => drawn === " " || drawn === "";

/** Spaces at the end of a line take no room. */
const withoutSpaces = (line: Placed[]) =>
  line.slice(0, line.findLastIndex((cluster) => !isSpace(cluster)) + 1);

/** Fills lines with as many words as fit. A word that is wider than a line is divided. */
function fillLines(words: Placed[][], width: number, widthOf: (some: Placed[]) => number) {
  const lines: Placed[][] = [[]];
  let used = 0;
  const put = (some: Placed[]) => {
    if (used > 0 && used + widthOf(withoutSpaces(some)) > width) {
      lines.push([]);
      used = 0;
    }
    lines.at(-1)?.push(...some);
    used += widthOf(some);
  };
  for (const word of words) {
    if (widthOf(withoutSpaces(word)) <= width) put(word);
    else for (const cluster of word) put([cluster]);
  }
  return lines;
}

/**
 * The lines of a text, each with its runs in the order of reading.
 * @param width in parts of the font size
 */
export function layOut(text: string, width: number, covers: Covers, measure: Measure): Run[][] {
  const widthOf = (some: Placed[]) =>
    runsOf(some).reduce((sum, run) => sum + measure(run.font, run.text), 0);
  return text.split("\n").flatMap((part) => {
    const levels = levelsOf(part);
    const clusters = clustersOf(part, covers).map((cluster) => {
      return { ...cluster, level: levels[cluster.at] ?? 0 };
    });
    return fillLines(wordsOf(clusters), width, widthOf).map((line) => runsOf(withoutSpaces(line)));
  });
}
