/** A gift as the ticket in its emails. */
import type { EmailTicket, Fact } from "../email/templates/compose.ts";
import { pointsLines } from "../email/templates/gift.ts";
import { type Cents, formatDollars } from "../money.ts";
import { schoolPalette } from "../schools/art/palette.ts";
import { findSchoolLook, monogramLetters } from "../schools/looks.ts";
import { taxSentence } from "../schools/tax.ts";

export type TicketGift = {
  amountCents: Cents;
  schoolId: string;
  schoolName: string;
  foundation: string;
  /** Null if the designation is not one of the school's funds. */
  fund: ({ name: string } & Parameters<typeof taxSentence>[0]) | null;
  /** "Nov 22, 2026, 1:07 AM EST", or the day alone. */
  confirmed: string;
  /** Null if the reader may be somebody else. */
  points: Parameters<typeof pointsLines>[0] | null;
};

function stubOf({ fund, confirmed }: TicketGift): Fact[] {
  const facts: Fact[] = fund
    ? [
        ["Fund", fund.name],
        ["For your taxes", taxSentence(fund).replace(/\.$/, ""), "Ask a tax advisor"],
      ]
    : [];
  return [...facts, ["Confirmed", confirmed]];
}

/** The gift's ticket, in its school's colors. */
export async function giftTicket(gift: TicketGift): Promise<EmailTicket> {
  const look = await findSchoolLook(gift.schoolId);
  const { field, ink, stub, stubInk } = schoolPalette(look?.colors ?? []);
  return {
    colors: { field, ink, stub, stubInk },
    monogram: look?.monogram ?? monogramLetters(gift.schoolName),
    school: gift.schoolName,
    foundation: gift.foundation,
    amount: formatDollars(gift.amountCents),
    points: gift.points ? pointsLines(gift.points) : [],
    stub: stubOf(gift),
  };
}
