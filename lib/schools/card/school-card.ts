/** A school's card: a ticket with its name and foundation on its art, and a stub. */
import { PAGE } from "../art/color.ts";
import { schoolPalette } from "../art/palette.ts";
import type { ArtSchool } from "../pictures.ts";
import { art, box, outlined, perforation, span, widthOf } from "./drawing.ts";

export type SchoolCard = {
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

export function drawSchoolCard({ brandName, school }: SchoolCard) {
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
