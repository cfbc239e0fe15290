/** The service: its name, what it is about, and tickets. */
import { monogramOutline } from "../art/letters.ts";
import { schoolPalette } from "../art/palette.ts";
import {
  type Box,
  drawArt,
  drawLine,
  drawLines,
  drawPerforation,
  INK,
  PAPER,
  QUIET,
  rect,
  SIZE,
  svg,
} from "./drawing.ts";
import { fitText } from "./lines.ts";
import { widthOf } from "./typefaces.ts";

type TicketSchool = { school_id: string; monogram: string; colors: string[] };

export type LandingCard = { kind: "landing"; brandName: string; schools: TicketSchool[] };

const MARGIN = 72;
const TEXT_WIDTH = 600;
const HEADLINE = ["Points in.", "Game on."];
const HEADLINE_SIZE = 154;
const ABOUT = "Turn credit-card points into a gift to the athletic foundation you love.";
const TEXT = { face: "text", fill: QUIET } as const;

const TICKET = { width: 400, height: 500 };
const STUB_HEIGHT = 140;
const CORNER = 20;
const PADDING = 36;
const MONOGRAM_HEIGHT = 44;
const AMOUNT_SIZE = 190;

type Gift = { amount: string; points: string; place: string };

/** The first is drawn first, below the other. */
const GIFTS: Gift[] = [
  { amount: "100", points: "10,000 points", place: "translate(676 100) rotate(-9)" },
  { amount: "50", points: "5,000 points", place: "translate(784 70) rotate(7)" },
];

/** Soft enough, from three steps. */
const SHADOW = [6, 12, 18]
  .map(
    (by) =>
      `<rect x="${-by / 3}" y="${by}" width="${TICKET.width + by / 1.5}" height="${TICKET.height}" rx="${CORNER}" fill="${INK}" opacity=".05"/>`,
  )
  .join("");

function drawAmount(amount: string, y: number, fill: string, outline: string): string {
  const ink = { face: "display", fill, outline } as const;
  const sign = AMOUNT_SIZE / 2;
  const dollar = { x: PADDING, y: y - AMOUNT_SIZE * 0.36, size: sign };
  const digits = { x: PADDING + widthOf("display", "$") * sign + 8, y, size: AMOUNT_SIZE };
  return drawLine("$", dollar, ink) + drawLine(amount, digits, ink);
}

function drawMonogram(letters: string, fill: string): string {
  const { d, height } = monogramOutline(letters);
  const scale = MONOGRAM_HEIGHT / height;
  return `<path transform="translate(${PADDING} ${PADDING}) scale(${scale})" d="${d}" fill="${fill}"/>`;
}

function drawTicket(school: TicketSchool, { amount, points, place }: Gift, at: number): string {
  const palette = schoolPalette(school.colors);
  const tear = TICKET.height - STUB_HEIGHT;
  const main: Box = { x: 0, y: 0, width: TICKET.width, height: tear };
  const clip = `<clipPath id="t${at}"><rect width="${TICKET.width}" height="${TICKET.height}" rx="${CORNER}"/></clipPath>`;
  const small = { face: "text", fill: palette.quietStubInk } as const;
  const parts = [
    drawArt(school.school_id, palette, main),
    rect({ ...main, y: tear, height: STUB_HEIGHT }, palette.stub),
    drawMonogram(school.monogram, palette.ink),
    drawAmount(amount, tear - 92, palette.ink, palette.field),
    drawLine(points, { x: PADDING, y: tear - 40, size: 30 }, { face: "text", fill: palette.ink }),
    drawLine("Fund", { x: PADDING, y: tear + 58, size: 22 }, small),
    drawLine(
      "Annual Fund",
      { x: PADDING, y: tear + 94, size: 30 },
      { ...small, fill: palette.stubInk },
    ),
  ];
  const holes = drawPerforation([0, tear], [TICKET.width, tear], PAPER);
  return `${clip}<g transform="${place}">${SHADOW}<g clip-path="url(#t${at})">${parts.join("")}${holes}</g></g>`;
}

export function drawLandingCard({ brandName, schools }: LandingCard): string {
  const brand = fitText(brandName, {
    face: "display",
    width: TEXT_WIDTH,
    most: 1,
    sizes: [44, 32],
  });
  const about = fitText(ABOUT, { face: "text", width: TEXT_WIDTH, most: 2, sizes: [30] });
  const headline = { x: MARGIN - 4, y: 316, size: HEADLINE_SIZE };
  const tickets = GIFTS.map((gift, at) => {
    const school = schools[GIFTS.length - 1 - at];
    return school ? drawTicket(school, gift, at) : "";
  });
  return svg(
    [
      rect({ x: 0, y: 0, ...SIZE }, PAPER),
      ...tickets,
      drawLine(
        brand.lines[0] ?? "",
        { x: MARGIN, y: 110, size: brand.size },
        { face: "display", fill: INK },
      ),
      drawLines(HEADLINE, headline, { face: "display", fill: INK }, 0.88),
      drawLines(about.lines, { x: MARGIN, y: 526, size: about.size }, TEXT, 1.35),
    ].join(""),
  );
}
