/** Emails to the giver once a gift is settled: confirmed or failed. */
import { formatMoment } from "../../dates.ts";
import { env } from "../../env.ts";
import { type Cents, formatDollars, formatPoints, formatRate } from "../../money.ts";
import type { Composed, EmailDocument } from "./compose.ts";
import { compose, composed, type EmailContent, type EmailTicket, type Fact } from "./compose.ts";

/** Longer names don't fit in a headline. */
const MAX_NAME_LENGTH = 40;

/** "Thank you, Jordan!" */
export const thanks = (name: string | null): string =>
  name && name.length <= MAX_NAME_LENGTH ? `Thank you, ${name}!` : "Thank you!";

export const giftLink = (giftId: string): string => `${env().publicBaseUrl}/donations/${giftId}`;

type Points = { pointsRedeemed: number; pointsPerDollar: number | null; bankName: string };

/** The points, shown below the dollars with their rate. */
export function pointsLines({ pointsRedeemed: points, pointsPerDollar: rate, bankName }: Points) {
  if (points <= 0) return [];
  if (rate === null) return [`${formatPoints(points)} from ${bankName}`];
  return [formatPoints(points), `${formatRate(rate)} at ${bankName}`];
}

export type Through = {
  bankName: string;
  /** Whether the person has accepted the bank's link. Otherwise, only the bank says that the gift is theirs. */
  attributed: boolean;
};

const whyOf = ({ bankName, attributed }: Through) =>
  attributed
    ? `you gave with ${bankName} through ${env().brandName}.`
    : `${bankName} says you’re its customer.`;

/** In emails about gifts through links that are not accepted. */
export const DID_YOU_GIVE = "Did you make this gift?";

export const howToDecide = (bankName: string): string =>
  `It counts as yours once you accept ${bankName} in your settings. If this wasn’t you, disconnect ${bankName} there.`;

/** Links to the settings where people accept or disconnect a bank. */
export const notMe = (): EmailContent["otherLink"] => ({
  label: "This wasn’t me",
  link: `${env().publicBaseUrl}/settings#accounts`,
});

type ConfirmedGift = Through & {
  giftId: string;
  ticket: EmailTicket;
  /** Null if the platform's ID of the credit isn't a valid confirmation number. */
  confirmationNumber: string | null;
  /** The giver's own name, if they have one. */
  name: string | null;
};

function confirmedCopy({ ticket, confirmationNumber, name, ...through }: ConfirmedGift) {
  const { amount, school } = ticket;
  const { bankName, attributed } = through;
  if (!attributed) {
    return {
      subject: `${bankName} says you gave ${amount} to ${school}`,
      preview: `${school} has confirmed the gift. If it wasn’t you, tell us.`,
      heading: DID_YOU_GIVE,
      lead: `${bankName} says you gave ${amount} to ${school}, which has confirmed the gift.`,
      paragraphs: [howToDecide(bankName)],
      button: "See the gift",
      otherLink: notMe(),
    };
  }
  return {
    subject: `Your ${amount} gift to ${school} is confirmed`,
    preview: `${school} has confirmed your gift.${confirmationNumber ? ` Confirmation number: ${confirmationNumber}.` : ""}`,
    heading: thanks(name),
    lead: `${school} has confirmed your ${amount} gift.`,
    paragraphs: [],
    button: "See your gift",
  };
}

export const numberFact = (number: string | null): Fact[] =>
  number === null ? [] : [["Confirmation number", number]];

export function giftConfirmedEmail(gift: ConfirmedGift): Composed {
  const { giftId, ticket, confirmationNumber } = gift;
  const { button: label, ...copy } = confirmedCopy(gift);
  return compose({
    ...copy,
    ticket: { ...ticket, stub: [...numberFact(confirmationNumber), ...ticket.stub] },
    button: { label, link: giftLink(giftId) },
    why: whyOf(gift),
    optional: true,
  });
}

export type IssuedReceipt = { number: string; specimen: boolean };

export const receiptFact = ({ number, specimen }: IssuedReceipt): Fact => [
  specimen ? "Receipt number (sample)" : "Receipt number",
  number,
];

/** Adds its receipt to a confirmed gift's email. */
export function withReceipt(document: EmailDocument, receipt: IssuedReceipt): Composed {
  const { letter } = document;
  const { ticket, button } = letter;
  const stub = ticket?.stub.toSpliced(-1, 0, receiptFact(receipt)) ?? [];
  return composed({
    ...document,
    letter: {
      ...letter,
      ...(ticket ? { ticket: { ...ticket, stub } } : {}),
      ...(button ? { button: { label: "View receipt", link: `${button.link}/receipt` } } : {}),
    },
  });
}

type FailedGift = Points &
  Through & {
    giftId: string;
    amountCents: Cents;
    schoolName: string;
    /** Null if the designation is not one of the school's funds. */
    fundName: string | null;
    /** `bank` if the bank submitted the gift: it may have deducted the points. */
    channel: string;
    /** The bank's approval, with which it holds the points; null if it wasn't asked. */
    authorizationId: string | null;
    at: Date;
    timeZone: string;
  };

function failedCopy(gift: FailedGift) {
  const { schoolName, bankName, attributed, pointsRedeemed: points } = gift;
  const amount = formatDollars(gift.amountCents);
  if (!attributed) {
    const lead = `${bankName} says the gift was yours. Nothing was given, and we’ve let ${bankName} know.`;
    return {
      subject: `${schoolName} couldn’t accept a ${amount} gift from ${bankName}`,
      preview: lead,
      heading: `${schoolName} couldn’t accept a gift`,
      lead,
      paragraphs: [
        `If this wasn’t you, disconnect ${bankName} in your settings. It can’t connect an account to your email address again without your approval.`,
      ],
      button: "See the gift",
      otherLink: notMe(),
    };
  }
  const named = `your ${points > 0 ? formatPoints(points) : "points"}`;
  const unused =
    gift.channel === "bank" || gift.authorizationId
      ? `${bankName} will ${gift.channel === "bank" ? "return" : "release"} ${named}.`
      : `We’ve let ${bankName} know, and ${named} weren’t used.`;
  return {
    subject: `${schoolName} couldn’t accept your ${amount} gift`,
    preview: unused,
    heading: `${schoolName} couldn’t accept your gift`,
    lead: `Nothing was given. ${unused}`,
    paragraphs: [`If your balance doesn’t show them in a few days, contact ${bankName}.`],
    button: "See your gift",
  };
}

export function giftFailedEmail(gift: FailedGift): Composed {
  const { schoolName, fundName } = gift;
  const { button: label, ...copy } = failedCopy(gift);
  return compose({
    ...copy,
    money: { amount: formatDollars(gift.amountCents), points: pointsLines(gift) },
    facts: [
      ["Status", "× Not accepted"],
      ["School", schoolName],
      ...(fundName === null ? [] : [["Fund", fundName] as Fact]),
      ["When", formatMoment(gift.at, gift.timeZone)],
    ],
    button: { label, link: giftLink(gift.giftId) },
    why: whyOf(gift),
    optional: true,
  });
}

type CaseAnswered = {
  giftId: string;
  amount: string;
  schoolName: string;
  from: string;
  answer: string;
};

/** The answer to a donor who said that something is wrong with their gift. */
export function caseAnsweredEmail({ giftId, amount, schoolName, from, answer }: CaseAnswered) {
  return compose({
    subject: `${from} answered about your ${amount} gift to ${schoolName}`,
    preview: answer,
    heading: "You have an answer",
    lead: `You told us that something is wrong with your ${amount} gift to ${schoolName}. ${from} writes:`,
    paragraphs: [answer],
    button: { label: "See your gift", link: giftLink(giftId) },
    why: `you told us about your gift to ${schoolName} at ${env().brandName}.`,
  });
}
