/** The service's card: its name, its tagline, and two tickets. */
import { PAGE } from "../art/color.ts";
import { schoolPalette } from "../art/palette.ts";
import type { SchoolBranding } from "../contract.ts";
import { art, box, outlined, perforation, span } from "./drawing.ts";

type TicketSchool = Pick<SchoolBranding, "school_id" | "monogram" | "colors" | "motif">;

export type LandingCard = { kind: "landing"; brandName: string; schools: TicketSchool[] };

const TICKET = { width: 400, height: 500 };
const STUB_Y = 360;
const PADDING = 36;
const STUB = { width: "100%", height: "100%", padding: `34px ${PADDING}px` };

/** On the tickets, of which the second overlaps the first below its amount. The card cuts off its stub. */
const GIFTS = [
  { amount: "100", points: "10,000 points", left: 700, top: 16, rotation: -4 },
  { amount: "50", points: "5,000 points", left: 752, top: 364, rotation: 4 },
];

function drawTicket(school: TicketSchool, gift: (typeof GIFTS)[number]) {
  const { field, ink, stub, stubInk, quietStubInk } = schoolPalette(school.colors);
  const ticket = box(
    { ...TICKET, borderRadius: 20, overflow: "hidden" },
    art(school, { left: 0, top: 0, width: TICKET.width, height: STUB_Y }),
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
    ...perforation([0, STUB_Y], [TICKET.width, STUB_Y]),
  );
  const { left, top, rotation } = gift;
  const boxShadow = "0 12px 24px rgba(19, 20, 26, 0.15)";
  return box(
    { position: "absolute", left, top, transform: `rotate(${rotation}deg)` },
    box({ borderRadius: 20, boxShadow }, ticket),
  );
}

export function drawLandingCard({ brandName, schools }: LandingCard) {
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
