/** Adds glyphs that are put together from others to the font file that pdfkit embeds. */
import type { Font } from "fontkit";

/** A glyph, and where it is from the end of the glyph before. In units of the font. */
export type Piece = { glyph: number; x: number; y: number; advance: number };

/** What fontkit's subset of a TrueType font has, beyond its declarations. */
export type Subset = {
  includeGlyph(glyph: number): number;
  _addGlyph(glyph: number): number;
  glyf: Uint8Array[];
  offset: number;
  loca: { offsets: number[] };
  hmtx: { metrics: { advance: number; bearing: number }[] };
};

type Component = { index: number; x: number; y: number };
type Box = { minX: number; minY: number; maxX: number; maxY: number };

/** Flags of a component: it has offsets, which are words; and another one follows. */
const PLACED = 0x3;
const MORE = 0x20;

/** As TrueType stores it, in a multiple of four bytes. */
function encode({ minX, minY, maxX, maxY }: Box, components: Component[]): Uint8Array {
  const data = new DataView(new ArrayBuffer(12 + 8 * components.length));
  const head = [-1, minX, minY, maxX, maxY];
  for (const [at, value] of head.entries()) data.setInt16(at * 2, value);
  for (const [at, { index, x, y }] of components.entries()) {
    const start = 10 + at * 8;
    data.setUint16(start, at < components.length - 1 ? PLACED | MORE : PLACED);
    data.setUint16(start + 2, index);
    data.setInt16(start + 4, x);
    data.setInt16(start + 6, y);
  }
  return new Uint8Array(data.buffer);
}

/** The pieces that have an outline, with their places in the whole. */
function placed(font: Font, pieces: Piece[]) {
  let pen = 0;
  return pieces.flatMap(({ glyph, x, y, advance }) => {
    const { minX, minY, maxX, maxY } = font.getGlyph(glyph).bbox;
    const at = { x: pen + x, y };
    pen += advance;
    if (!Number.isFinite(minX)) return [];
    const box = { minX: minX + at.x, minY: minY + y, maxX: maxX + at.x, maxY: maxY + y };
    return [{ glyph, ...at, box }];
  });
}

/** Adds one glyph, with the glyphs that it is made of. */
export function addComposite(subset: Subset, font: Font, pieces: Piece[], advance: number): void {
  const drawn = placed(font, pieces);
  const box = {
    minX: Math.min(...drawn.map(({ box }) => box.minX)),
    minY: Math.min(...drawn.map(({ box }) => box.minY)),
    maxX: Math.max(...drawn.map(({ box }) => box.maxX)),
    maxY: Math.max(...drawn.map(({ box }) => box.maxY)),
  };
  const components = drawn.map(({ glyph, x, y }) => ({ index: subset.includeGlyph(glyph), x, y }));
  const data = components.length > 0 ? encode(box, components) : new Uint8Array();
  subset.glyf.push(data);
  subset.loca.offsets.push(subset.offset);
  subset.hmtx.metrics.push({ advance, bearing: components.length > 0 ? box.minX : 0 });
  subset.offset += data.length;
}

/** No letters have more. */
const MOST_PIECES = 64;

/** Announces composites to programs that reserve memory for them. */
export function allowComposites(font: Font): void {
  const { maxp } = font as unknown as { maxp: Record<string, number> };
  const most = (of = 0) => Math.min(0xffff, of * MOST_PIECES);
  maxp.maxComponentElements = MOST_PIECES;
  maxp.maxComponentDepth = (maxp.maxComponentDepth ?? 0) + 1;
  maxp.maxCompositePoints = most(Math.max(maxp.maxPoints ?? 0, maxp.maxCompositePoints ?? 0));
  maxp.maxCompositeContours = most(Math.max(maxp.maxContours ?? 0, maxp.maxCompositeContours ?? 0));
}
