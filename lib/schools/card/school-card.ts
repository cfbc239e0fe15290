/** A school as a ticket: its name and foundation on its art, and a stub. */
import { schoolPalette } from "../art/palette.ts";
import {
  drawArt,
  drawLine,
  drawLines,
  drawPerforation,
  PAPER,
  rect,
  SIZE,
  svg,
} from "./drawing.ts";
import { fitText } from "./lines.ts";
import { widthOf } from "./typefaces.ts";

export type SchoolCard = {
  kind: "school";
  brandName: string;
  school: { school_id: string; name: string; foundation_name: string; colors: string[] };
};

const MARGIN = 32;
const STUB_WIDTH = 148;
const PADDING = 56;
const CORNER = 24;
const TICKET = {
  x: MARGIN,
  y: MARGIN,
  width: SIZE.width - 2 * MARGIN,
  height: SIZE.height - 2 * MARGIN,
};
const TEAR = TICKET.x + TICKET.width - STUB_WIDTH;
const MAIN = { ...TICKET, width: TEAR - TICKET.x };
const STUB = { ...TICKET, x: TEAR, width: STUB_WIDTH };

/** As far as the art has tones only; names may reach farther, with an outline. */
const QUIET_WIDTH = 660;
const NAME_WIDTH = 676;
const NAME_HEIGHT = 330;
const NAME_SIZES = [220, 190, 164, 144, 126, 110, 96, 84, 72, 60];
const NAME_LEADING = 0.9;
/** What a large letter stands to the right of a small one's left edge. */
const BEARING = 0.025;
const FOUNDATION_SIZES = [34, 30, 26];
const MOTTO = "Points in. Game on.";
const MOTTO_SIZE = 58;

const CLIP = `<clipPath id="t"><rect x="${TICKET.x}" y="${TICKET.y}" width="${TICKET.width}" height="${TICKET.height}" rx="${CORNER}"/></clipPath>`;

function drawMotto(fill: string): string {
  const width = widthOf("display", MOTTO) * MOTTO_SIZE;
  const x = STUB.x + STUB.width / 2 - MOTTO_SIZE * 0.4;
  const y = STUB.y + (STUB.height - width) / 2;
  const line = drawLine(MOTTO, { x: 0, y: 0, size: MOTTO_SIZE }, { face: "display", fill });
  return `<g transform="translate(${x} ${y}) rotate(90)">${line}</g>`;
}

export function drawSchoolCard({ brandName, school }: SchoolCard): string {
  const palette = schoolPalette(school.colors);
  const x = MAIN.x + PADDING;
  const bottom = MAIN.y + MAIN.height - PADDING;
  const brand = fitText(brandName, {
    face: "display",
    width: QUIET_WIDTH,
    most: 1,
    sizes: [38, 30],
  });
  const foundation = fitText(school.foundation_name, {
    face: "text",
    width: QUIET_WIDTH,
    most: 2,
    sizes: FOUNDATION_SIZES,
  });
  const name = fitText(school.name, {
    face: "display",
    width: NAME_WIDTH,
    height: NAME_HEIGHT,
    most: 2,
    sizes: NAME_SIZES,
  });
  const foundationTop = bottom - (foundation.lines.length - 1) * foundation.size * 1.3;
  const nameBottom = foundationTop - foundation.size - 36;
  const nameTop = nameBottom - (name.lines.length - 1) * name.size * NAME_LEADING;
  const parts = [
    drawArt(school.school_id, palette, MAIN),
    rect(STUB, palette.stub),
    drawLine(
      brand.lines[0] ?? "",
      { x, y: MAIN.y + PADDING + 28, size: brand.size },
      { face: "display", fill: palette.ink },
    ),
    drawLines(
      name.lines,
      { x: x - name.size * BEARING, y: nameTop, size: name.size },
      { face: "display", fill: palette.ink, outline: palette.field },
      NAME_LEADING,
    ),
    drawLines(
      foundation.lines,
      { x, y: foundationTop, size: foundation.size },
      { face: "text", fill: palette.quietInk },
      1.3,
    ),
    drawMotto(palette.stubInk),
  ];
  const holes = drawPerforation([TEAR, TICKET.y], [TEAR, TICKET.y + TICKET.height], PAPER);
  const paper = rect({ x: 0, y: 0, ...SIZE }, PAPER);
  return svg(`${CLIP}${paper}<g clip-path="url(#t)">${parts.join("")}</g>${holes}`);
}
