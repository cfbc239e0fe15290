/**
 * A letter-size document: text in any script, tagged for screen readers, and the same bytes for the same
 * content.
 */
import PDFDocument from "pdfkit";
import { breakLongWords } from "./break-words.ts";
import { MixedText } from "./mixed-text.ts";
import { MAIN_FONT } from "./typefaces/families.ts";
import type { Fonts } from "./typefaces/load.ts";

export const INK = "#111111";
export const QUIET = "#5c5c5c";
const HAIRLINE = "#c4c4c4";

/** In parts of the size. */
const LINE_GAP = 0.25;

export const PAGE = { width: 612, height: 792, margin: 64 };
export const WIDTH = PAGE.width - 2 * PAGE.margin;
const FOOT = PAGE.height - 44;
const BAND = { y: 40, height: 5 };

export type About = {
  title: string;
  author: string;
  /** The issue date, also stored in the file's metadata. */
  at: string;
  specimen: boolean;
};

export type Rendering = {
  /** False leaves the text uncompressed, for tests. */
  compress?: boolean;
};

export type Style = {
  size?: number;
  color?: string;
  x?: number;
  width?: number;
  align?: "left" | "right";
};

type Tag = "H1" | "H2" | "P" | "TH" | "TD";
type Structure = PDFKit.PDFStructureElement;

/** A document, written from top to bottom at `y`. */
export class Letter {
  readonly doc: PDFKit.PDFDocument;
  readonly root: Structure;
  y = PAGE.margin;
  private readonly about: About;
  private readonly fonts: Fonts;
  private readonly mixed: MixedText;
  private readonly chunks: Uint8Array[] = [];
  private readonly written: Promise<void>;

  constructor(about: About, fonts: Fonts, { compress = true }: Rendering = {}) {
    this.about = about;
    this.fonts = fonts;
    const { title, author: Author, at, specimen } = about;
    const Title = specimen ? `${title} (specimen)` : title;
    this.doc = new PDFDocument({
      size: "LETTER",
      margin: PAGE.margin,
      // None of pdfkit's own.
      font: null as unknown as string,
      compress,
      bufferPages: true,
      pdfVersion: "1.7",
      lang: "en-US",
      tagged: true,
      displayTitle: true,
      info: { Title, Author, CreationDate: new Date(at), Producer: "pdfkit", Creator: "" },
    });
    this.doc.on("data", (chunk: Uint8Array) => this.chunks.push(chunk));
    this.written = new Promise((resolve) => this.doc.on("end", () => resolve()));
    for (const [{ name }, font] of fonts.all)
      this.doc.registerFont(name, font as unknown as string);
    this.doc.font(MAIN_FONT.name);
    this.mixed = new MixedText(this.doc, fonts);
    this.root = this.doc.struct("Document");
    this.doc.addStructure(this.root);
  }

  /** A part of the document's structure, such as a table. */
  part(type: string, parent: Structure = this.root): Structure {
    const part = this.doc.struct(type);
    parent.add(part);
    return part;
  }

  /** Writes at `y`, and moves `y` below it. */
  write(tag: Tag, text: string, style: Style = {}, parent: Structure = this.root): void {
    this.y = this.writeAt(this.y, tag, text, style, parent);
  }

  /** Writes at a given height. @returns the height below it */
  writeAt(y: number, tag: Tag, text: string, style: Style = {}, parent = this.root): number {
    const { size = 10.5, color = INK, x = PAGE.margin, width = WIDTH, align = "left" } = style;
    const content = this.doc.markStructureContent(tag);
    this.doc.fontSize(size).fillColor(color);
    const lineGap = size * LINE_GAP;
    // Tabular figures for columns of numbers.
    const features = align === "right" ? (["tnum"] as PDFKit.Mixins.OpenTypeFeatures[]) : [];
    const isPlain = this.fonts.isPlain(text);
    if (isPlain) this.doc.text(this.fit(text, width), x, y, { width, align, lineGap, features });
    const place = { x, y, width, size, lineGap, color, align };
    const end = isPlain ? this.doc.y : this.mixed.draw(text, place);
    this.doc.endMarkedContent();
    parent.add(this.doc.struct(tag, {}, [content]));
    return end;
  }

  /** The height of a text. */
  heightOf(text: string, { size = 10.5, width = WIDTH }: Style = {}): number {
    const lineGap = size * LINE_GAP;
    if (!this.fonts.isPlain(text)) {
      return this.mixed.heightOf(text, { width, size, lineGap });
    }
    this.doc.fontSize(size);
    return this.doc.heightOfString(this.fit(text, width), { width, lineGap });
  }

  /** Breaks words that are wider than their column in the current size. */
  private fit(text: string, width: number): string {
    return breakLongWords(text, width, (letters) => this.doc.widthOfString(letters));
  }

  /** A thin band at the top of the page. */
  band(color: string): void {
    this.asArtifact(() => this.doc.rect(PAGE.margin, BAND.y, WIDTH, BAND.height).fill(color));
  }

  /** A horizontal rule. */
  rule(): void {
    this.asArtifact(() => {
      const right = PAGE.margin + WIDTH;
      this.doc.moveTo(PAGE.margin, this.y).lineTo(right, this.y);
      this.doc.lineWidth(0.75).strokeColor(HAIRLINE).stroke();
    });
  }

  /** Starts a new page. */
  turn(): void {
    this.doc.addPage();
    this.y = PAGE.margin;
  }

  /** Writes footers with page numbers, and watermarks, and ends the document. @returns the file */
  async finish(foot: string): Promise<Uint8Array<ArrayBuffer>> {
    const { count } = this.doc.bufferedPageRange();
    for (let page = 0; page < count; page++) {
      this.doc.switchToPage(page);
      this.drawSpecimen();
      this.drawFoot(count > 1 ? `${foot} · page ${page + 1} of ${count}` : foot);
    }
    this.root.end();
    this.doc.end();
    await this.written;
    return new Uint8Array(Buffer.concat(this.chunks));
  }

  private drawFoot(text: string): void {
    // Without this, the typesetter would move the footer to a next page.
    this.doc.page.margins.bottom = 0;
    this.asArtifact(() => {
      const [x, y, width, size, color] = [PAGE.margin, FOOT, WIDTH, 8, QUIET];
      this.doc.fontSize(size).fillColor(color);
      if (this.fonts.isPlain(text)) this.doc.text(text, x, y, { width });
      else this.mixed.draw(text, { x, y, width, size, lineGap: 0, color, align: "left" });
    });
  }

  /** A watermark behind the text, so that no copy is mistaken for a receipt. */
  private drawSpecimen(): void {
    if (!this.about.specimen) return;
    const middle = { origin: [PAGE.width / 2, PAGE.height / 2] as [number, number] };
    this.asArtifact(() => {
      this.doc.save().rotate(-52, middle).fontSize(124).fillColor(INK, 0.075);
      const width = this.doc.widthOfString("SPECIMEN");
      const x = (PAGE.width - width) / 2;
      this.doc.text("SPECIMEN", x, PAGE.height / 2 - 70, { lineBreak: false }).restore();
    });
  }

  /** Decoration, which screen readers skip. */
  private asArtifact(draw: () => void): void {
    this.doc.markContent("Artifact", { type: "Layout" });
    draw();
    this.doc.endMarkedContent();
  }
}
