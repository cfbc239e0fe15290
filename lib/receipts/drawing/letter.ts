/**
 * A US Letter document: text in any script, tagged for screen readers. The same content always produces the
 * same bytes.
 */
import { arrayBuffer } from "node:stream/consumers";
import PDFDocument from "pdfkit";
import { inVisualOrder, layOut, type Measure, type Run } from "./paragraph.ts";
import { type FontFile, MAIN_FONT } from "./typefaces/families.ts";
import type { Fonts } from "./typefaces/fonts.ts";
import { withoutDirectionControls } from "./untrusted.ts";

const INK = "#111111";
const GRAY = "#5c5c5c";
const HAIRLINE = "#c4c4c4";

/** At font size 1. */
const LINE_GAP = 0.25;
const DISPLAY_LINE_HEIGHT = 1;

export const PAGE = { width: 612, height: 792, margin: 64 };
export const WIDTH = PAGE.width - 2 * PAGE.margin;
const BOTTOM = PAGE.height - PAGE.margin;
const FOOTER_Y = PAGE.height - 44;

/** For columns of numbers. */
const TABULAR_FIGURES = ["tnum"];

export type Metadata = {
  title: string;
  author: string;
  /** The issue date. */
  at: string;
  specimen: boolean;
};

export type Style = {
  /** Used for the characters that it has. */
  font?: FontFile;
  size?: number;
  color?: string;
  x?: number;
  width?: number;
  align?: "left" | "right";
};

/** What matters less than the text around it: details next to a heading, and labels in a table. */
export const QUIET: Style = { size: 9.5, color: GRAY };
export const SMALL: Style = { size: 8.5, color: GRAY };
export const LABEL: Style = { color: GRAY };

/** Text laid out in lines. */
type Block = Required<Style> & {
  lines: Run[][];
  lineHeight: number;
  features: string[];
  height: number;
};

type Structure = PDFKit.PDFStructureElement;

/** UTF-16BE in hexadecimal, as PDF strings outside of page text are encoded. */
const hexOf = (text: string) => Buffer.from(`\ufeff${text}`, "utf16le").swap16().toString("hex");

/** Groups adjacent right-to-left runs into phrases. Other runs stay single. */
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

/** A document, written from top to bottom at `y`. */
export class Letter {
  private readonly doc: PDFKit.PDFDocument;
  private readonly root: Structure;
  y = PAGE.margin;
  private readonly metadata: Metadata;
  private readonly fonts: Fonts;
  private readonly file: Promise<ArrayBuffer>;

  constructor(metadata: Metadata, fonts: Fonts) {
    this.metadata = metadata;
    this.fonts = fonts;
    const { title, author: Author, at, specimen } = metadata;
    const Title = specimen ? `${title} (sample)` : title;
    this.doc = new PDFDocument({
      size: "LETTER",
      margin: PAGE.margin,
      // No standard font of pdfkit's.
      font: null as unknown as string,
      bufferPages: true,
      pdfVersion: "1.7",
      lang: "en-US",
      tagged: true,
      displayTitle: true,
      info: { Title, Author, CreationDate: new Date(at), Producer: "pdfkit", Creator: "" },
    });
    this.file = arrayBuffer(this.doc);
    for (const [{ name }, font] of fonts.all)
      this.doc.registerFont(name, font as unknown as string);
    this.root = this.doc.struct("Document");
    this.doc.addStructure(this.root);
  }

  /** Adds a structure element, such as a table. */
  addElement(type: string, parent: Structure = this.root): Structure {
    const element = this.doc.struct(type);
    parent.add(element);
    return element;
  }

  layOut(text: string, style: Style = {}): Block {
    const { size = 10.5, color = INK, x = PAGE.margin, width = WIDTH, align = "left" } = style;
    const { font = MAIN_FONT } = style;
    const features = align === "right" ? TABULAR_FIGURES : [];
    const measure: Measure = (file, part) => this.fonts.widthOf(file, part, features);
    const lines = layOut(text, width / size, this.fonts.covers, measure, font);
    const lineHeight = font === MAIN_FONT ? this.lineHeight(size) : size * DISPLAY_LINE_HEIGHT;
    const height = lines.length * lineHeight;
    return { font, size, color, x, width, align, features, lines, lineHeight, height };
  }

  /** Writes at `y`, and moves `y` below it. */
  write(tag: "H1" | "P", text: string, style?: Style): void {
    this.y = this.draw(this.y, tag, this.layOut(text, style), this.root);
  }

  /**
   * Draws a row of a table at `y`, and moves `y` below it. The first lines share a baseline.
   * @param cells each with its paragraphs
   * @param headers how many of the first cells are headers
   */
  row(table: Structure, cells: Block[][], headers: number): void {
    const row = this.addElement("TR", table);
    const largest = Math.max(...cells.map(([first]) => first?.size ?? 0));
    if (!this.hasRoomFor(this.lineHeight(largest))) this.startPage();
    const [top, page] = [this.y, this.doc.page];
    for (const [n, blocks] of cells.entries()) {
      const tag = n < headers ? "TH" : "TD";
      const isSingle = blocks.length === 1;
      const parent = isSingle ? row : this.addElement(tag, row);
      let y = top + (largest - (blocks[0]?.size ?? largest)) * this.fonts.metrics.ascent;
      for (const block of blocks) y = this.draw(y, isSingle ? tag : "P", block, parent);
      this.y = this.doc.page === page ? Math.max(this.y, y) : y;
    }
  }

  rule(): void {
    this.decorate(() => {
      const right = PAGE.margin + WIDTH;
      this.doc.moveTo(PAGE.margin, this.y).lineTo(right, this.y);
      this.doc.lineWidth(0.75).strokeColor(HAIRLINE).stroke();
    });
  }

  /** Whether a block of this height fits on the rest of the page. */
  hasRoomFor(height: number): boolean {
    return this.y + height <= BOTTOM;
  }

  startPage(): void {
    this.doc.addPage();
    this.y = PAGE.margin;
  }

  /** Adds footers and watermarks, and ends the document. @returns the file */
  async finish(footer: string): Promise<Uint8Array<ArrayBuffer>> {
    const { count } = this.doc.bufferedPageRange();
    for (let page = 0; page < count; page++) {
      this.doc.switchToPage(page);
      this.drawWatermark();
      this.drawFooter(count > 1 ? `${footer} · page ${page + 1} of ${count}` : footer);
    }
    this.root.end();
    this.doc.end();
    return new Uint8Array(await this.file);
  }

  private lineHeight(size: number): number {
    return size * (this.fonts.metrics.line + LINE_GAP);
  }

  /** Draws over several pages if need be. @returns where the text ends */
  private draw(from: number, tag: string, block: Block, parent: Structure): number {
    const content = this.doc.markStructureContent(tag);
    const { lineHeight } = block;
    this.doc.fillColor(block.color);
    let y = from;
    for (const line of block.lines) {
      if (y + lineHeight > BOTTOM) {
        this.doc.continueOnNewPage().fillColor(block.color);
        y = PAGE.margin;
      }
      this.drawLine(line, y, block);
      y += lineHeight;
    }
    this.doc.endMarkedContent();
    parent.add(this.doc.struct(tag, {}, [content]));
    return y;
  }

  private drawLine(line: Run[], top: number, block: Block): void {
    const { size, x: left, width, align } = block;
    const used = line.reduce((sum, run) => sum + this.widthOf(run, block), 0);
    const baseline = top + size * this.fonts.metrics.ascent;
    this.doc.fontSize(size);
    let x = align === "right" ? left + width - used : left;
    for (const phrase of phrasesOf(line)) x = this.drawPhrase(phrase, x, baseline, block);
  }

  /**
   * Draws a phrase so that it can be searched and copied. Most viewers expect right-to-left text in visual
   * order; Chrome's uses `ActualText`.
   * @returns its right edge
   */
  private drawPhrase(phrase: Run[], from: number, baseline: number, block: Block): number {
    const isRightToLeft = (phrase[0]?.level ?? 0) > 0;
    if (isRightToLeft) {
      const original = phrase.map((run) => run.original).join("");
      const actual = hexOf(withoutDirectionControls(original));
      this.doc.addContent(`/ReversedChars <</ActualText <${actual}>>> BDC`);
    }
    let x = from;
    const style = { lineBreak: false, baseline: "alphabetic" } as const;
    const features = block.features as PDFKit.Mixins.OpenTypeFeatures[];
    for (const run of inVisualOrder(phrase)) {
      this.doc.font(run.font.name).text(run.text, x, baseline, { ...style, features });
      x += this.widthOf(run, block);
    }
    if (isRightToLeft) this.doc.addContent("EMC");
    return x;
  }

  private widthOf({ font, text }: Run, { size, features }: Block): number {
    return size * this.fonts.widthOf(font, text, features);
  }

  private drawFooter(text: string): void {
    this.decorate(() => {
      const block = this.layOut(text, { ...LABEL, size: 8 });
      this.doc.fillColor(block.color);
      for (const [n, line] of block.lines.entries()) this.drawLine(line, FOOTER_Y + n * 10, block);
    });
  }

  /** A watermark, so that no copy is mistaken for a receipt. */
  private drawWatermark(): void {
    if (!this.metadata.specimen) return;
    const middle = { origin: [PAGE.width / 2, PAGE.height / 2] as [number, number] };
    this.decorate(() => {
      const block = this.layOut("SAMPLE", { size: 124, width: PAGE.height });
      const [line] = block.lines as [Run[]];
      const width = line.reduce((sum, run) => sum + this.widthOf(run, block), 0);
      this.doc.save().rotate(-52, middle).fillColor(INK, 0.075);
      this.drawLine(line, PAGE.height / 2 - 70, { ...block, x: (PAGE.width - width) / 2 });
      this.doc.restore();
    });
  }

  /** Draws decoration, which screen readers skip. */
  decorate(draw: (doc: PDFKit.PDFDocument) => void): void {
    this.doc.markContent("Artifact", { type: "Layout" });
    draw(this.doc);
    this.doc.endMarkedContent();
  }
}

type TableLayout = {
  columns: Style[];
  headers: string[];
  /** How many of a row's first cells are headers. */
  rowHeaders?: number;
  /** The space below each row, and below the rule under the headers. */
  gap: number;
  ruleGap: number;
};

/** Of tables whose rows begin with a name. */
export const SPACING = { rowHeaders: 1, gap: 4, ruleGap: 6 };
const GAP = 8;

/** A table's columns from left to right, over the whole width. */
export function columnsOf(...widths: (number | { right: number })[]): Style[] {
  let x = PAGE.margin;
  return widths.map((width) => {
    const start = x;
    const space = typeof width === "number" ? width : width.right;
    x += space;
    const style: Style = { x: start, width: space - GAP };
    return typeof width === "number" ? style : { ...style, x: start + GAP, align: "right" };
  });
}

/** A table whose rows aren't split across pages. Each page repeats the headers. */
export class Table {
  private readonly letter: Letter;
  private readonly layout: TableLayout;
  private readonly element: Structure;

  constructor(letter: Letter, layout: TableLayout) {
    this.letter = letter;
    this.layout = layout;
    this.element = letter.addElement("Table");
    this.writeHeaders();
  }

  /** Writes a row. A cell's further paragraphs are small. */
  row(texts: (string | string[])[], style: Style = {}): void {
    const { gap, rowHeaders = 0 } = this.layout;
    const cells = this.layOut(texts, style);
    const heights = cells.map((blocks) => blocks.reduce((sum, { height }) => sum + height, 0));
    if (!this.letter.hasRoomFor(Math.max(...heights))) {
      this.letter.startPage();
      this.writeHeaders();
    }
    this.letter.row(this.element, cells, rowHeaders);
    this.letter.y += gap;
  }

  private writeHeaders(): void {
    const { headers, ruleGap } = this.layout;
    this.letter.row(this.element, this.layOut(headers, SMALL), headers.length);
    this.letter.y += 3;
    this.letter.rule();
    this.letter.y += ruleGap;
  }

  private layOut(texts: (string | string[])[], style: Style): Block[][] {
    return this.layout.columns.map((column, n) =>
      [texts[n] ?? ""].flat().map((text, paragraph) => {
        const look = paragraph === 0 ? { size: 9.5, ...style } : SMALL;
        return this.letter.layOut(text, { ...column, ...look });
      }),
    );
  }
}
