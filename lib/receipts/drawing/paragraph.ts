/** Lays out text in any script: breaks it into lines of runs, each with a font and a direction. */
import bidiFactory from "bidi-js";
import LineBreaker from "linebreak";
import { type Cluster, type Covers, clustersOf } from "./typefaces/clusters.ts";
import { type FontFile, MAIN_FONT } from "./typefaces/families.ts";
import { LEFT_TO_RIGHT, RIGHT_TO_LEFT } from "./typefaces/shaped-font.ts";

/** Characters of one font and one direction. */
export type Run = {
  font: FontFile;
  /** The embedding level of the Unicode bidirectional algorithm. Odd levels are right-to-left. */
  level: number;
  /** In reading order, after a direction mark. */
  text: string;
  original: string;
};

/** A text's width at font size 1. */
export type Measure = (font: FontFile, text: string) => number;

type Leveled = Cluster & { level: number };

const bidi = bidiFactory();

/** The embedding level of each code unit of a left-to-right line. */
export const levelsOf = (line: string): Uint8Array => bidi.getEmbeddingLevels(line, "ltr").levels;

/** Sorts a line's runs from left to right (rule L2 of the bidirectional algorithm). */
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

const continues = (run: Run | undefined, { font, level }: Leveled): run is Run =>
  run?.font === font && run.level === level;

/** Groups adjacent clusters into runs, in reading order. */
function runsOf(clusters: Leveled[]): Run[] {
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
      const direction = level % 2 === 1 ? RIGHT_TO_LEFT : LEFT_TO_RIGHT;
      runs.push({ font, level, text: direction + drawn, original });
    }
  }
  return runs;
}

/** The units that lines break between: words with their trailing spaces. */
function wordsOf(text: string, clusters: Leveled[]): Leveled[][] {
  const breaks = new Set<number>();
  const breaker = new LineBreaker(text);
  for (let next = breaker.nextBreak(); next; next = breaker.nextBreak()) breaks.add(next.position);
  const words: Leveled[][] = [[]];
  for (const cluster of clusters) {
    if (breaks.has(cluster.at)) words.push([]);
    words.at(-1)?.push(cluster);
  }
  return words;
}

const isSpace = ({ drawn }: Leveled) => drawn === " " || drawn === "";

/** Trailing spaces don't count toward a line's width. */
const trimEnd = (line: Leveled[]) =>
  line.slice(0, line.findLastIndex((cluster) => !isSpace(cluster)) + 1);

/** Fills lines with as many words as fit. A word that is wider than a line is split. */
function fillLines(words: Leveled[][], width: number, widthOf: (line: Leveled[]) => number) {
  const lines: Leveled[][] = [[]];
  let used = 0;
  const add = (clusters: Leveled[]) => {
    if (used > 0 && used + widthOf(trimEnd(clusters)) > width) {
      lines.push([]);
      used = 0;
    }
    lines.at(-1)?.push(...clusters);
    used += widthOf(clusters);
  };
  for (const word of words) {
    if (widthOf(trimEnd(word)) <= width) add(word);
    else for (const cluster of word) add([cluster]);
  }
  return lines;
}

/**
 * The lines of a text, each with its runs in reading order.
 * @param width at font size 1
 * @param preferred the font for the characters that it has
 */
export function layOut(
  text: string,
  width: number,
  covers: Covers,
  measure: Measure,
  preferred = MAIN_FONT,
): Run[][] {
  const widthOf = (clusters: Leveled[]) =>
    runsOf(clusters).reduce((sum, run) => sum + measure(run.font, run.text), 0);
  return text.split("\n").flatMap((part) => {
    const levels = levelsOf(part);
    const clusters = clustersOf(part, covers, preferred).map((cluster) => {
      return { ...cluster, level: levels[cluster.at] ?? 0 };
    });
    const lines = fillLines(wordsOf(part, clusters), width, widthOf);
    return lines.map((line) => runsOf(trimEnd(line)));
  });
}
