/** Adds composite glyphs to the font subset that pdfkit embeds. */
import type { Font } from "fontkit";

/** A glyph, and its offset from the end of the previous one, in font units. */
export type Piece = { glyph: number; x: number; y: number; advance: number };

/** fontkit's subset of a TrueType font, including what its type declarations lack. */
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

/** Component flags: ARG_1_AND_2_ARE_WORDS with ARGS_ARE_XY_VALUES, and MORE_COMPONENTS. */
const XY_WORDS = 0x3;
const MORE = 0x20;

/** Encodes a TrueType `glyf` entry, padded to a multiple of four bytes. */
function encode({ minX, minY, maxX, maxY }: Box, components: Component[]): Uint8Array {
  const data = new DataView(new ArrayBuffer(12 + 8 * components.length));
  const header = [-1, minX, minY, maxX, maxY];
  for (const [at, value] of header.entries()) data.setInt16(at * 2, value);
  for (const [at, { index, x, y }] of components.entries()) {
    const start = 10 + at * 8;
    data.setUint16(start, at < components.length - 1 ? XY_WORDS | MORE : XY_WORDS);
    data.setUint16(start + 2, index);
    data.setInt16(start + 4, x);
    data.setInt16(start + 6, y);
  }
  return new Uint8Array(data.buffer);
}

/** The glyphs with an outline, at their absolute positions. */
function outlinesOf(font: Font, pieces: Piece[]) {
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

/** Adds one glyph, and the glyphs it consists of. */
export function addComposite(subset: Subset, font: Font, pieces: Piece[], advance: number): void {
  const drawn = outlinesOf(font, pieces);
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

/** More than any cluster has. */
const MAX_COMPONENTS = 64;

/** Raises the limits in `maxp`, by which rasterizers allocate memory. */
export function allowComposites(font: Font): void {
  const { maxp } = font as unknown as { maxp: Record<string, number> };
  const max = (count = 0) => Math.min(0xffff, count * MAX_COMPONENTS);
  maxp.maxComponentElements = MAX_COMPONENTS;
  maxp.maxComponentDepth = (maxp.maxComponentDepth ?? 0) + 1;
  maxp.maxCompositePoints = max(Math.max(maxp.maxPoints ?? 0, maxp.maxCompositePoints ?? 0));
  maxp.maxCompositeContours = max(Math.max(maxp.maxContours ?? 0, maxp.maxCompositeContours ?? 0));
}
