/** Draws what the main font alone does not set: other scripts and directions, and what has no glyph. */
import { inVisualOrder, withoutDirectionControls } from "./direction.ts";
import { layOut, type Run } from "./paragraph.ts";
import { MAIN_FONT } from "./typefaces/families.ts";
import type { Fonts } from "./typefaces/load.ts";

/** Where text is to be drawn. */
export type Place = {
  x: number;
  y: number;
  width: number;
  size: number;
  lineGap: number;
  color: string;
  align: "left" | "right";
};

type Placed = Run & { x: number };

const MOST_KEPT = 8;

/** UTF-16, as a PDF has it outside of its pages' text. */
const hexOf = (text: string) => Buffer.from(`\ufeff${text}`, "utf16le").swap16().toString("hex");

/** Puts runs from the left to the right. @returns them, and where they end */
function place(runs: Run[], from: number, widthOf: (run: Run) => number): [Placed[], number] {
  let x = from;
  const placed = inVisualOrder(runs).map((run) => {
    const at = { ...run, x };
    x += widthOf(run);
    return at;
  });
  return [placed, x];
}

/** Divides a line into phrases that are read from the right, and the rest. */
function phrasesOf(line: Run[]): Run[][] {
  const phrases: Run[][] = [];
  for (const run of line) {
    const last = phrases.at(-1);
    const isSamePhrase = run.level > 0 && (last?.[0]?.level ?? 0) > 0;
    if (isSamePhrase) last?.push(run);
    else phrases.push([run]);
  }
  return phrases;
}

export class MixedText {
  private readonly doc: PDFKit.PDFDocument;
  private readonly fonts: Fonts;
  private readonly laidOut = new Map<string, Run[][]>();

  constructor(doc: PDFKit.PDFDocument, fonts: Fonts) {
    this.doc = doc;
    this.fonts = fonts;
  }

  /** Kept for a moment: a text is drawn soon after its height was asked for. */
  private linesOf(text: string, { width, size }: Pick<Place, "width" | "size">): Run[][] {
    const key = `${width} ${size} ${text}`;
    const known = this.laidOut.get(key);
    if (known) return known;
    if (this.laidOut.size >= MOST_KEPT) this.laidOut.clear();
    const measure = this.fonts.widthOf.bind(this.fonts);
    const lines = layOut(text, width / size, this.fonts.covers, measure);
    this.laidOut.set(key, lines);
    return lines;
  }

  private lineHeight({ size, lineGap }: Pick<Place, "size" | "lineGap">): number {
    return this.doc.fontSize(size).currentLineHeight(true) + lineGap;
  }

  heightOf(text: string, room: Pick<Place, "width" | "size" | "lineGap">): number {
    return this.linesOf(text, room).length * this.lineHeight(room);
  }

  /** Draws in the main font's lines, over several pages if need be. @returns where the text ends */
  draw(text: string, at: Place): number {
    const lineHeight = this.lineHeight(at);
    const ascent = this.fonts.ascentOf(MAIN_FONT) * at.size;
    this.doc.fillColor(at.color);
    let y = at.y;
    for (const line of this.linesOf(text, at)) {
      if (y + lineHeight > this.doc.page.maxY()) {
        this.doc.continueOnNewPage().fillColor(at.color);
        y = this.doc.page.margins.top;
      }
      this.drawLine(line, y + ascent, at);
      y += lineHeight;
    }
    this.doc.font(MAIN_FONT.name);
    return y;
  }

  private drawLine(line: Run[], baseline: number, { x: left, width, size, align }: Place): void {
    const widthOf = ({ font, text }: Run) => this.fonts.widthOf(font, text) * size;
    const used = line.reduce((sum, run) => sum + widthOf(run), 0);
    let x = align === "right" ? left + width - used : left;
    for (const phrase of phrasesOf(line)) {
      const [placed, end] = place(phrase, x, widthOf);
      this.drawPhrase(phrase, placed, baseline);
      x = end;
    }
  }

  /**
   * Draws a phrase so that it can be searched and copied. Most programs expect text from the right to be
   * stored from the left; Chrome's reader takes the text that is given beside it.
   */
  private drawPhrase(phrase: Run[], placed: Placed[], baseline: number): void {
    const isFromRight = (phrase[0]?.level ?? 0) > 0;
    if (isFromRight) {
      const original = phrase.map((run) => run.original).join("");
      const actual = hexOf(withoutDirectionControls(original));
      this.doc.addContent(`/ReversedChars <</ActualText <${actual}>>> BDC`);
    }
    for (const { font, text, x } of placed) {
      this.doc.font(font.name);
      this.doc.text(text, x, baseline, { lineBreak: false, baseline: "alphabetic", features: [] });
    }
    if (isFromRight) this.doc.addContent("EMC");
  }
}
