/**
 * A font that pdfkit embeds and HarfBuzz shapes, as browsers do. Each embedded glyph maps to exactly the letters that
 * it shows, so that search and copy work: letters drawn with several glyphs become one composite glyph.
 */
import { create, type Font } from "fontkit";
import * as harfbuzz from "harfbuzzjs";
import { addComposite, allowComposites, type Piece, type Subset } from "./composite-glyph.ts";

/** The first character of each text, which sets its direction. */
export const LEFT_TO_RIGHT = "\u202d";
export const RIGHT_TO_LEFT = "\u202e";

/** A HarfBuzz cluster: letters that are drawn together, such as a letter with its marks, or a syllable. */
type Shape = { letters: string; pieces: Piece[] };

/** A glyph in the embedded file. */
type EmbeddedGlyph = { id: number; pieces: Piece[]; advanceWidth: number; codePoints: number[] };

/** Above the IDs of the font's own glyphs. */
const FIRST_ID = 0x10000;

const NO_OFFSET = { yAdvance: 0, xOffset: 0, yOffset: 0 };

const buffer = new harfbuzz.Buffer();

/** @returns the text's shapes in visual order, from left to right */
function shape(font: harfbuzz.Font, text: string, isRightToLeft: boolean, features: string[]) {
  buffer.reset();
  buffer.addText(text);
  buffer.guessSegmentProperties();
  buffer.setDirection(isRightToLeft ? harfbuzz.Direction.RTL : harfbuzz.Direction.LTR);
  harfbuzz.shape(
    font,
    buffer,
    features.map((tag) => new harfbuzz.Feature(tag)),
  );
  const infos = buffer.getGlyphInfos();
  const starts = [...new Set(infos.map(({ cluster }) => cluster))].sort((a, b) => a - b);
  const ends = new Map(starts.map((start, index) => [start, starts[index + 1] ?? text.length]));
  const shapes = new Map<number, Shape>();
  for (const [index, position] of buffer.getGlyphPositions().entries()) {
    const { codepoint: glyph, cluster } = infos[index] as harfbuzz.GlyphInfo;
    const letters = text.slice(cluster, ends.get(cluster));
    const shape = shapes.get(cluster) ?? { letters, pieces: [] };
    const { xOffset: x, yOffset: y, xAdvance: advance } = position;
    shape.pieces.push({ glyph, x, y, advance });
    shapes.set(cluster, shape);
  }
  return [...shapes.values()];
}

const widthOf = (pieces: Piece[]) => pieces.reduce((width, { advance }) => width + advance, 0);

/** Whether the font's glyph can be used unchanged. Otherwise a composite is embedded. */
const isSimple = ([first, second]: Piece[]) => first?.x === 0 && first.y === 0 && !second;

/** Right-to-left text is stored in visual order, including the letters of one glyph. */
function codePointsOf(letters: string, isRightToLeft: boolean): number[] {
  const characters = isRightToLeft ? [...letters].reverse() : [...letters];
  return characters.map((one) => one.codePointAt(0) as number);
}

/** The embedded glyphs: one for each combination of a shape and its letters. */
class GlyphRegistry {
  private readonly byKey = new Map<string, EmbeddedGlyph>();
  private readonly byId = new Map<number, EmbeddedGlyph>();
  private readonly font: Font;

  constructor(font: Font) {
    this.font = font;
  }

  find = (id: number): EmbeddedGlyph | undefined => this.byId.get(id);

  of({ letters, pieces }: Shape, isRightToLeft: boolean): EmbeddedGlyph {
    const [{ glyph }] = pieces as [Piece];
    const isPlain = isSimple(pieces);
    const key = `${isRightToLeft} ${letters} ${isPlain ? glyph : JSON.stringify(pieces)}`;
    const known = this.byKey.get(key);
    if (known) return known;
    const advanceWidth = isPlain ? this.font.getGlyph(glyph).advanceWidth : widthOf(pieces);
    const codePoints = codePointsOf(letters, isRightToLeft);
    const one = { id: FIRST_ID + this.byKey.size, pieces, advanceWidth, codePoints };
    this.byKey.set(key, one);
    this.byId.set(one.id, one);
    return one;
  }
}

function subsetWith(glyphs: GlyphRegistry, font: Font, subset: Subset): Subset {
  const addGlyph = subset._addGlyph.bind(subset);
  subset._addGlyph = (id) => {
    const made = glyphs.find(id);
    if (!made) return addGlyph(id);
    if (isSimple(made.pieces)) return addGlyph((made.pieces[0] as Piece).glyph);
    addComposite(subset, font, made.pieces, made.advanceWidth);
    return subset.glyf.length - 1;
  };
  return subset;
}

/** @param name must be unique in a document: pdfkit treats fonts with the same name as one */
export function openFont(bytes: Buffer, name: string): Font {
  const font = create(bytes) as Font;
  Object.defineProperty(font, "postscriptName", { value: name });
  allowComposites(font);
  const shaper = new harfbuzz.Font(new harfbuzz.Face(new harfbuzz.Blob(bytes)));
  const glyphs = new GlyphRegistry(font);
  const createSubset = font.createSubset.bind(font) as unknown as () => Subset;
  return Object.assign(font, {
    layout: (text: string, features: string[] = []) => {
      const isRightToLeft = text.startsWith(RIGHT_TO_LEFT);
      const shapes = shape(shaper, text.slice(1), isRightToLeft, features);
      const widths = shapes.map(({ pieces }) => widthOf(pieces));
      return {
        glyphs: shapes.map((shape) => glyphs.of(shape, isRightToLeft)),
        positions: widths.map((xAdvance) => ({ ...NO_OFFSET, xAdvance })),
        advanceWidth: widths.reduce((sum, width) => sum + width, 0),
      };
    },
    createSubset: () => subsetWith(glyphs, font, createSubset()),
  }) as unknown as Font;
}
