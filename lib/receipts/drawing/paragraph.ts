/** Lays out text in any script: what stands on which line, in which font and direction. */
import bidiFactory from "bidi-js";
import LineBreaker from "linebreak";
import { type Cluster, type Covers, clustersOf } from "./typefaces/clusters.ts";
import type { FontFile } from "./typefaces/families.ts";
import { FROM_THE_LEFT, FROM_THE_RIGHT } from "./typefaces/shaped-font.ts";

/** Characters of one font and one direction. */
export type Run = {
  font: FontFile;
  /** The embedding level of the Unicode bidirectional algorithm. Odd: from the right. */
  level: number;
  /** In the order of reading, after its direction. */
  text: string;
  original: string;
};

/** In parts of the font size. */
export type Measure = (font: FontFile, text: string) => number;

type Placed = Cluster & { level: number };

const bidi = bidiFactory();

/** The embedding level of each code unit of a line that is read from the left. */
export const levelsOf = (line: string): Uint8Array => bidi.getEmbeddingLevels(line, "ltr").levels;

/** Puts the runs of a line from left to right (rule L2 of the bidirectional algorithm). */
export function inVisualOrder<T extends { level: number }>(runs: T[]): T[] {
  const ordered = [...runs];
  const highest = Math.max(0, ...runs.map(({ level }) => level));
  for (let level = highest; level > 0; level--) {
    for (let from = 0; from < ordered.length; from++) {
      let to = from;
      while (to < ordered.length && (ordered[to] as T).level >= level) to++;
      ordered.splice(from, to - from, ...ordered.slice(from, to).reverse());
      from = to;
    }
  }
  return ordered;
}

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
function wordsOf(text: string, clusters: Placed[]): Placed[][] {
  const breaks = new Set<number>();
  const breaker = new LineBreaker(text);
  for (let next = breaker.nextBreak(); next; next = breaker.nextBreak()) breaks.add(next.position);
  const words: Placed[][] = [[]];
  for (const cluster of clusters) {
    if (breaks.has(cluster.at)) words.push([]);
    words.at(-1)?.push(cluster);
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
    const lines = fillLines(wordsOf(part, clusters), width, widthOf);
    return lines.map((line) => runsOf(withoutSpaces(line)));
  });
}
