/** Fits text into a given width. */
import { type Face, widthOf } from "./typefaces.ts";

export type Fitted = { lines: string[]; size: number };

type Room = {
  face: Face;
  width: number;
  /** Of all lines together, in sizes; any if omitted. */
  height?: number;
  most: number;
  sizes: readonly number[];
};

/** Breaks a text between words, as few times as possible. */
function breakLines(face: Face, text: string, width: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(/\s+/).filter(Boolean)) {
    const last = lines.at(-1);
    const longer = last === undefined ? word : `${last} ${word}`;
    if (last !== undefined && widthOf(face, longer) <= width) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}

/** As much of the beginning of a line as there is room for, found by halving. */
function cut(face: Face, line: string, width: number): string {
  if (widthOf(face, line) <= width) return line;
  const characters = [...line];
  const beginning = (length: number) => `${characters.slice(0, length).join("").trimEnd()}…`;
  let [fits, most] = [0, characters.length];
  while (fits < most) {
    const middle = Math.ceil((fits + most) / 2);
    if (widthOf(face, beginning(middle)) <= width) fits = middle;
    else most = middle - 1;
  }
  return beginning(fits);
}

/** The text in the first of the sizes in which it fits; if it fits in none, what fits in the last one. */
export function fitText(
  text: string,
  { face, width, height = Number.POSITIVE_INFINITY, most, sizes }: Room,
): Fitted {
  for (const size of sizes) {
    const lines = breakLines(face, text, width / size);
    const isNarrow = lines.every((line) => widthOf(face, line) <= width / size);
    const isLow = lines.length <= most && lines.length * size <= height;
    if (isNarrow && isLow) return { lines, size };
  }
  const size = sizes.at(-1) ?? 1;
  const lines = breakLines(face, text, width / size);
  const shown = lines.slice(0, most);
  if (lines.length > most) shown[most - 1] += "…";
  return { lines: shown.map((line) => cut(face, line, width / size)), size };
}
