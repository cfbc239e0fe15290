import type { EmailTicket, Fact } from "../email/templates/compose.ts";
import { pointsLines } from "../email/templates/gift.ts";
import { type Cents, formatDollars } from "../money.ts";
import { schoolPalette } from "../schools/art/palette.ts";
import { findSchoolBranding, monogramLetters } from "../schools/branding.ts";
import { taxSentence } from "../schools/tax.ts";
import { SHARED, type Sharing } from "./sharing.ts";

export type TicketGift = {
  amountCents: Cents;
  schoolId: string;
  schoolName: string;
  foundation: string;
  /** Null if the designation isn't one of the school's funds. */
  fund: ({ name: string } & Parameters<typeof taxSentence>[0]) | null;
  /** "Nov 22, 2026, 1:07 AM EST", or only the day. */
  confirmed: string;
  /** What the school learns about the donor; null if it isn't known. */
  shared: Sharing | null;
  /** Null if the reader may be someone other than the giver. */
  points: Parameters<typeof pointsLines>[0] | null;
};

function stubOf({ fund, shared, confirmed }: TicketGift): Fact[] {
  const told: Fact[] = shared === null ? [] : [["Shared with school", SHARED[shared]]];
  const facts: Fact[] = fund
    ? [
        ["Fund", fund.name],
        ["For your taxes", taxSentence(fund).replace(/\.$/, ""), "Ask a tax advisor"],
      ]
    : [];
  return [...facts, ...told, ["Confirmed", confirmed]];
}

export async function buildGiftTicket(gift: TicketGift): Promise<EmailTicket> {
  const branding = await findSchoolBranding(gift.schoolId);
  const { field, ink, stub, stubInk } = schoolPalette(branding?.colors ?? []);
  return {
    colors: { field, ink, stub, stubInk },
    monogram: branding?.monogram ?? monogramLetters(gift.schoolName),
    school: gift.schoolName,
    foundation: gift.foundation,
    amount: formatDollars(gift.amountCents),
    points: gift.points ? pointsLines(gift.points) : [],
    stub: stubOf(gift),
  };
}
