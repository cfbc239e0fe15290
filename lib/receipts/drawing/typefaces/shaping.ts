/** Lays out text with HarfBuzz, as browsers do. */
import type * as HarfBuzz from "harfbuzzjs";

/** A glyph, and where it is from the end of the glyph before. In units of the font. */
export type Piece = { glyph: number; x: number; y: number; advance: number };

/** Letters that are drawn together, such as a letter with its marks, or a syllable. */
export type Shape = { letters: string; pieces: Piece[] };

/** @returns the shapes of a text from left to right */
export type ShapeText = (text: string, isFromRight: boolean) => Shape[];

/** For each place where a cluster of glyphs begins in a text, where it ends. */
function endsOf(infos: HarfBuzz.GlyphInfo[], length: number): Map<number, number> {
  const starts = [...new Set(infos.map(({ cluster }) => cluster))].sort((a, b) => a - b);
  return new Map(starts.map((start, index) => [start, starts[index + 1] ?? length]));
}

/** For one font. */
export function shaperFor(harfbuzz: typeof HarfBuzz, bytes: Uint8Array): ShapeText {
  const font = new harfbuzz.Font(new harfbuzz.Face(new harfbuzz.Blob(bytes)));
  const buffer = new harfbuzz.Buffer();
  return (text, isFromRight) => {
    buffer.reset();
    buffer.addText(text);
    buffer.guessSegmentProperties();
    buffer.setDirection(isFromRight ? harfbuzz.Direction.RTL : harfbuzz.Direction.LTR);
    harfbuzz.shape(font, buffer);
    const infos = buffer.getGlyphInfos();
    const ends = endsOf(infos, text.length);
    const shapes = new Map<number, Shape>();
    for (const [index, position] of buffer.getGlyphPositions().entries()) {
      const { codepoint: glyph, cluster } = infos[index] as HarfBuzz.GlyphInfo;
      const shape = shapes.get(cluster) ?? {
        letters: text.slice(cluster, ends.get(cluster)),
        pieces: [],
      };
      const { xOffset: x, yOffset: y, xAdvance: advance } = position;
      shape.pieces.push({ glyph, x, y, advance });
      shapes.set(cluster, shape);
    }
    return [...shapes.values()];
  };
}
