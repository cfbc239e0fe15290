/**
 * A font that pdfkit embeds and HarfBuzz lays out, as browsers do. Each glyph in the file stands for exactly the
 * letters that it shows, so that what is searched and copied is the text: letters drawn in pieces become one glyph.
 */
import { create, type Font } from "fontkit";
import * as harfbuzz from "harfbuzzjs";
import { addComposite, allowComposites, type Piece, type Subset } from "./composite-glyph.ts";

/** Before each text, as its direction. */
export const FROM_THE_LEFT = "\u202d";
export const FROM_THE_RIGHT = "\u202e";

/** Letters that are drawn together, such as a letter with its marks, or a syllable. */
type Shape = { letters: string; pieces: Piece[] };

/** A glyph of the file. */
type Made = { id: number; pieces: Piece[]; advanceWidth: number; codePoints: number[] };

/** Above the numbers of the font's own glyphs. */
const FIRST_ID = 0x10000;

const UNMOVED = { yAdvance: 0, xOffset: 0, yOffset: 0 };

const buffer = new harfbuzz.Buffer();

/** @returns the shapes of a text from left to right */
function shape(font: harfbuzz.Font, text: string, isFromRight: boolean, features: string[]) {
  buffer.reset();
  buffer.addText(text);
  buffer.guessSegmentProperties();
  buffer.setDirection(isFromRight ? harfbuzz.Direction.RTL : harfbuzz.Direction.LTR);
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

/** A glyph of the font as it is. Anything else becomes a glyph of its own, which needs no moving. */
const isWhole = ([first, second]: Piece[]) => first?.x === 0 && first.y === 0 && !second;

/** Text from the right is stored from the left, glyph by glyph: so are the letters of one glyph. */
function codePointsOf(letters: string, isFromRight: boolean): number[] {
  const characters = isFromRight ? [...letters].reverse() : [...letters];
  return characters.map((one) => one.codePointAt(0) as number);
}

/** The glyphs of the file: one for each combination of a shape and its letters. */
class Glyphs {
  private readonly made = new Map<string, Made>();
  private readonly byId = new Map<number, Made>();
  private readonly font: Font;

  constructor(font: Font) {
    this.font = font;
  }

  find = (id: number): Made | undefined => this.byId.get(id);

  of({ letters, pieces }: Shape, isFromRight: boolean): Made {
    const [{ glyph }] = pieces as [Piece];
    const whole = isWhole(pieces);
    const key = `${isFromRight} ${letters} ${whole ? glyph : JSON.stringify(pieces)}`;
    const known = this.made.get(key);
    if (known) return known;
    const advanceWidth = whole ? this.font.getGlyph(glyph).advanceWidth : widthOf(pieces);
    const codePoints = codePointsOf(letters, isFromRight);
    const one = { id: FIRST_ID + this.made.size, pieces, advanceWidth, codePoints };
    this.made.set(key, one);
    this.byId.set(one.id, one);
    return one;
  }
}

function subsetWith(glyphs: Glyphs, font: Font, subset: Subset): Subset {
  const addGlyph = subset._addGlyph.bind(subset);
  subset._addGlyph = (id) => {
    const made = glyphs.find(id);
    if (!made) return addGlyph(id);
    if (isWhole(made.pieces)) return addGlyph((made.pieces[0] as Piece).glyph);
    addComposite(subset, font, made.pieces, made.advanceWidth);
    return subset.glyf.length - 1;
  };
  return subset;
}

/** @param name differs from those of the document's other fonts: pdfkit takes fonts of one name for the same */
export function openFont(bytes: Buffer, name: string): Font {
  const font = create(bytes) as Font;
  Object.defineProperty(font, "postscriptName", { value: name });
  allowComposites(font);
  const shaper = new harfbuzz.Font(new harfbuzz.Face(new harfbuzz.Blob(bytes)));
  const glyphs = new Glyphs(font);
  const createSubset = font.createSubset.bind(font) as unknown as () => Subset;
  return Object.assign(font, {
    layout: (text: string, features: string[] = []) => {
      const isFromRight = text.startsWith(FROM_THE_RIGHT);
      const shapes = shape(shaper, text.slice(1), isFromRight, features);
      const widths = shapes.map(({ pieces }) => widthOf(pieces));
      return {
        glyphs: shapes.map((shape) => glyphs.of(shape, isFromRight)),
        positions: widths.map((xAdvance) => ({ ...UNMOVED, xAdvance })),
        advanceWidth: widths.reduce((sum, width) => sum + width, 0),
      };
    },
    createSubset: () => subsetWith(glyphs, font, createSubset()),
  }) as unknown as Font;
}
