/** Link preview images. They are drawn in a worker thread, since each takes CPU time. */
import og from "next/og.js";
import { PAGE } from "../art/color.ts";
import { schoolPalette } from "../art/palette.ts";
import type { SchoolBranding } from "../contract.ts";
import type { ArtSchool } from "../pictures.ts";
import { art, box, faces, outlined, perforation, span, widthOf } from "./drawing.ts";

type TicketSchool = Pick<SchoolBranding, "school_id" | "monogram" | "colors" | "motif">;

/** The service's card: its name, its tagline, and two tickets. */
type LandingCard = { kind: "landing"; brandName: string; schools: TicketSchool[] };

const SMALL_TICKET = { width: 400, height: 500 };
const STUB_Y = 360;
const PADDING = 36;
const STUB = { width: "100%", height: "100%", padding: `34px ${PADDING}px` };

/** The gifts on the tickets. The second ticket overlaps the first one below its amount, and the card cuts off its stub. */
const GIFTS = [
  { amount: "100", points: "10,000 points", left: 700, top: 16, rotation: -4 },
  { amount: "50", points: "5,000 points", left: 752, top: 364, rotation: 4 },
];

function drawTicket(school: TicketSchool, gift: (typeof GIFTS)[number]) {
  const { field, ink, stub, stubInk, quietStubInk } = schoolPalette(school.colors);
  const ticket = box(
    { ...SMALL_TICKET, borderRadius: 20, overflow: "hidden" },
    art(school, { left: 0, top: 0, width: SMALL_TICKET.width, height: STUB_Y }),
    box(
      { position: "absolute", flexDirection: "column", left: PADDING, top: 27, color: ink },
      span("display", school.monogram, { fontSize: 55 }),
      box(
        { marginTop: 6 },
        span("display", "$", { ...outlined(85, field), marginTop: 14, marginRight: 8 }),
        span("display", gift.amount, { ...outlined(170, field), lineHeight: 1 }),
      ),
      span("text", gift.points, { fontSize: 30 }),
    ),
    box(
      { position: "absolute", flexDirection: "column", top: STUB_Y, background: stub, ...STUB },
      span("text", "Fund", { fontSize: 22, color: quietStubInk }),
      span("text", "Annual Fund", { fontSize: 30, color: stubInk }),
    ),
    ...perforation([0, STUB_Y], [SMALL_TICKET.width, STUB_Y]),
  );
  const { left, top, rotation } = gift;
  const boxShadow = "0 12px 24px rgba(19, 20, 26, 0.15)";
  return box(
    { position: "absolute", left, top, transform: `rotate(${rotation}deg)` },
    box({ borderRadius: 20, boxShadow }, ticket),
  );
}

function drawLandingCard({ brandName, schools }: LandingCard) {
  const { paper, ink, quiet } = PAGE.light;
  const tickets = GIFTS.map((gift, at) => {
    const school = schools[GIFTS.length - 1 - at];
    return school && drawTicket(school, gift);
  });
  return box(
    { width: "100%", height: "100%", background: paper, color: ink },
    ...tickets,
    box(
      { position: "absolute", flexDirection: "column", left: 72, top: 66, width: 600 },
      span("display", brandName, { fontSize: 44 }),
      span("display", "Points in. Game on.", {
        fontSize: 154,
        lineHeight: 0.88,
        lineClamp: 2,
        marginLeft: -4,
        marginTop: 70,
      }),
      span("text", "Turn credit-card points into a gift to the athletic foundation you love.", {
        fontSize: 30,
        lineHeight: 1.35,
        lineClamp: 2,
        marginTop: 30,
        color: quiet,
      }),
    ),
  );
}

/** A school's card: a ticket with its name and foundation on its art, and a stub. */
type SchoolCard = {
  kind: "school";
  brandName: string;
  school: ArtSchool & { name: string; foundation_name: string };
};

const MARGIN = 32;
const TICKET = { width: 1136, height: 566 };
const STUB_WIDTH = 148;
const STUB_X = TICKET.width - STUB_WIDTH;

/** The width where the art has only tones. Names may extend past it, with an outline. */
const QUIET_WIDTH = 660;
const NAME = { width: 664, height: 328, maxSize: 220, minSize: 60 };
/** The left side bearing of a large letter, as a fraction of its size. */
const BEARING = 0.025;
const MOTTO = { width: 500, size: 58 };

/** The largest size at which a name fits on one or two lines. */
export function nameSize(name: string): number {
  const parts = name.split(/\s+/);
  const width = (from: number, to?: number) => widthOf("display", parts.slice(from, to).join(" "));
  const onTwoLines = parts.map((_, at) => Math.max(width(0, at), width(at)));
  return Math.max(
    NAME.minSize,
    Math.min(NAME.maxSize, NAME.width / width(0)),
    Math.min(NAME.height / 2, NAME.width / Math.min(...onTwoLines)),
  );
}

function drawSchoolCard({ brandName, school }: SchoolCard) {
  const { field, ink, quietInk, stub, stubInk } = schoolPalette(school.colors);
  const size = nameSize(school.name);
  const text = box(
    { position: "absolute", flexDirection: "column", left: 56, top: 46, bottom: 46 },
    span("display", brandName, { width: QUIET_WIDTH, fontSize: 38, color: ink }),
    box({ flexGrow: 1 }),
    span("display", school.name, {
      ...outlined(size, field),
      // Wider than measured, so that rounding doesn't wrap a line.
      width: NAME.width + 20,
      marginLeft: -size * BEARING,
      marginBottom: 24,
      lineHeight: 0.9,
      lineClamp: 2,
      color: ink,
    }),
    span("text", school.foundation_name, {
      width: QUIET_WIDTH,
      fontSize: 34,
      lineClamp: 2,
      color: quietInk,
    }),
  );
  const motto = box(
    {
      position: "absolute",
      left: (STUB_WIDTH - MOTTO.width) / 2,
      top: (TICKET.height - MOTTO.size) / 2,
      width: MOTTO.width,
      transform: "rotate(90deg)",
      justifyContent: "center",
    },
    span("display", "Points in. Game on.", {
      fontSize: MOTTO.size,
      lineHeight: 1,
      color: stubInk,
    }),
  );
  const ticket = box(
    { ...TICKET, borderRadius: 24, overflow: "hidden" },
    art(school, { left: 0, top: 0, width: STUB_X, height: TICKET.height }),
    text,
    box(
      { position: "absolute", left: STUB_X, width: STUB_WIDTH, height: "100%", background: stub },
      motto,
    ),
  );
  const edge = MARGIN + STUB_X;
  return box(
    { width: "100%", height: "100%", padding: MARGIN, background: PAGE.light.paper },
    ticket,
    ...perforation([edge, MARGIN], [edge, MARGIN + TICKET.height]),
  );
}

export type Card = LandingCard | SchoolCard;

/** The size that link previews use. */
const SIZE = { width: 1200, height: 630 };

export async function drawCard(card: Card): Promise<Uint8Array<ArrayBuffer>> {
  const element = card.kind === "school" ? drawSchoolCard(card) : drawLandingCard(card);
  const image = new og.ImageResponse(element, { ...SIZE, fonts: Object.values(faces()) });
  return new Uint8Array(await image.arrayBuffer());
}
