/**
 * Words in the display face as outlines, for drawings that can't load a font. letters.json has those of Big Shoulders Display
 * 900 in thousandths of an em; its license, the SIL Open Font License, allows outlines in drawings.
 */
import data from "./letters.json" with { type: "json" };

type Letter = { advance: number; left: number; right: number; d: string };

const LETTERS = new Map<string, Letter>(Object.entries(data.letters));
const KERNING = new Map<string, number>(Object.entries(data.kerning));

type MonogramOutline = { d: string; width: number; height: number };

/**
 * The outline of capitals, digits, and `&`, from edge to edge and from 0 to the capitals' height; round ones
 * overshoot that by 10 units. Other characters are omitted.
 */
export function monogramOutline(letters: string): MonogramOutline {
  let d = "";
  let pen = 0;
  let width = 0;
  let previous = "";
  for (const character of letters) {
    const letter = LETTERS.get(character);
    if (!letter) continue;
    pen += previous ? (KERNING.get(previous + character) ?? 0) : -letter.left;
    const x = pen;
    d += letter.d.replace(/^M(-?\d+)/, (_, start: string) => `M${Number(start) + x}`);
    width = x + letter.right;
    pen += letter.advance;
    previous = character;
  }
  return { d, width, height: data.capHeight };
}
