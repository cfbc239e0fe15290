/** The outcome of a gift, sent to the person who gave it once it is settled. */
import { env } from "../../env.ts";
import { type Cents, formatDollars, formatPoints, formatRate } from "../../money.ts";
import { compose, composed, type EmailTicket, type Fact } from "./compose.ts";
import type { Composed, EmailDocument } from "./composed.ts";
import { formatMoment } from "./dates.ts";

/** Longer names don't fit into a headline. */
const LONGEST_NAME = 40;

/** "Thank you, Jordan!" */
export const thanks = (name: string | null): string =>
  name && name.length <= LONGEST_NAME ? `Thank you, ${name}!` : "Thank you!";

export const giftLink = (giftId: string): string => `${env().publicBaseUrl}/donations/${giftId}`;

type Points = { pointsRedeemed: number; pointsPerDollar: number | null; bankName: string };

/** The points as shown everywhere: below the dollars, with their rate. */
export function pointsLines({ pointsRedeemed: points, pointsPerDollar: rate, bankName }: Points) {
  if (points <= 0) return [];
  if (rate === null) return [`${formatPoints(points)} from ${bankName}`];
  return [formatPoints(points), `${formatRate(rate)} at ${bankName}`];
}

const whyOf = (bankName: string) =>
  `You’re receiving this email because you gave with ${bankName} through ${env().brandName}.`;

export type ConfirmedGift = {
  giftId: string;
  ticket: EmailTicket;
  bankName: string;
  confirmationNumber: string;
  /** The giver's own name, if they have one. */
  name: string | null;
  /** Whether the email waits for the gift's receipt. */
  awaitsReceipt: boolean;
};

/** The school has confirmed the gift, under its own number. */
export function giftConfirmedEmail(gift: ConfirmedGift): Composed {
  const { giftId, ticket, confirmationNumber, awaitsReceipt } = gift;
  const { amount, school } = ticket;
  const { content } = compose({
    subject: `Your ${amount} gift to ${school} is confirmed`,
    preview: `${school} has confirmed your gift. Confirmation number: ${confirmationNumber}.`,
    heading: thanks(gift.name),
    lead: `${school} has confirmed your ${amount} gift.`,
    ticket: { ...ticket, stub: [["Confirmation number", confirmationNumber], ...ticket.stub] },
    paragraphs: [],
    button: { label: "See your gift", link: giftLink(giftId) },
    why: whyOf(gift.bankName),
    optional: true,
  });
  return composed(awaitsReceipt ? { ...content, awaitsReceipt } : content);
}

export type IssuedReceipt = { number: string; specimen: boolean };

export const receiptFact = ({ number, specimen }: IssuedReceipt): Fact => [
  specimen ? "Receipt number (specimen)" : "Receipt number",
  number,
];

/** A confirmed gift's email with the receipt that it has waited for. */
export function withReceipt(document: EmailDocument, receipt: IssuedReceipt): Composed {
  const { awaitsReceipt: _, letter, ...rest } = document;
  const { ticket, button } = letter;
  const stub = ticket?.stub.toSpliced(-1, 0, receiptFact(receipt)) ?? [];
  return composed({
    ...rest,
    letter: {
      ...letter,
      ...(ticket ? { ticket: { ...ticket, stub } } : {}),
      ...(button ? { button: { label: "View receipt", link: `${button.link}/receipt` } } : {}),
    },
  });
}

export type FailedGift = Points & {
  giftId: string;
  amountCents: Cents;
  schoolName: string;
  /** Null if the designation is not one of the school's funds. */
  fundName: string | null;
  at: Date;
  timeZone: string;
};

/** The school's platform has refused it for good. */
export function giftFailedEmail(gift: FailedGift): Composed {
  const { schoolName, fundName, bankName, pointsRedeemed: points } = gift;
  const amount = formatDollars(gift.amountCents);
  const returned = `We’ve let ${bankName} know so your ${points > 0 ? formatPoints(points) : "points"} can be returned.`;
  return compose({
    subject: `${schoolName} couldn’t accept your ${amount} gift`,
    preview: returned,
    heading: `${schoolName} couldn’t accept your gift`,
    lead: `Nothing was given. ${returned}`,
    money: { amount, points: pointsLines(gift) },
    paragraphs: [`If you don’t see them in a few days, contact ${bankName}.`],
    facts: [
      ["Status", "× Not accepted"],
      ["School", schoolName],
      ...(fundName === null ? [] : [["Fund", fundName] as Fact]),
      ["When", formatMoment(gift.at, gift.timeZone)],
    ],
    button: { label: "See your gift", link: giftLink(gift.giftId) },
    why: whyOf(bankName),
    optional: true,
  });
}
