/** The outcome of a donation, sent to the donor once it is settled. */
import { env } from "../../env.ts";
import { type Cents, formatDollars } from "../../money.ts";
import { compose, type EmailContent } from "./compose.ts";
import type { Composed } from "./composed.ts";
import { formatMoment } from "./dates.ts";

export type DonationEmail = {
  donationId: string;
  amountCents: Cents;
  pointsRedeemed: number;
  pointsPerDollar: number | null;
  schoolName: string;
  /** Null if the designation is not one of the school's funds. */
  fundName: string | null;
  bankName: string;
  /** When it was settled. */
  at: Date;
};

const pointsOf = (points: number) =>
  `${points.toLocaleString("en-US")} ${points === 1 ? "point" : "points"}`;

/** The points as shown everywhere: below the dollars, with their rate. */
function pointsLines({ pointsRedeemed: points, pointsPerDollar: rate, bankName }: DonationEmail) {
  if (points <= 0) return [];
  if (rate === null) return [`${pointsOf(points)} from ${bankName}`];
  return [pointsOf(points), `${pointsOf(rate)} = $1 at ${bankName}`];
}

const fundFact = (fundName: string | null): [string, string][] =>
  fundName === null ? [] : [["Fund", fundName]];

type Outcome = Pick<EmailContent, "subject" | "preview" | "heading" | "paragraphs" | "facts">;

function composeFor(donation: DonationEmail, outcome: Outcome): Composed {
  const { brandName, publicBaseUrl } = env();
  return compose({
    ...outcome,
    money: { amount: formatDollars(donation.amountCents), points: pointsLines(donation) },
    button: {
      label: "See your donation",
      link: `${publicBaseUrl}/donations/${donation.donationId}`,
    },
    why: `You get this mail because you donated with ${donation.bankName} through ${brandName}.`,
    optional: true,
  });
}

/** The school has confirmed it, under its own number. */
export function donationCompletedEmail(
  donation: DonationEmail & { confirmationId: string },
): Composed {
  const { schoolName, fundName, confirmationId, at } = donation;
  const amount = formatDollars(donation.amountCents);
  return composeFor(donation, {
    subject: `Your ${amount} donation to ${schoolName} is confirmed`,
    preview: `${fundName ? `${fundName}. ` : ""}The school’s number is ${confirmationId}.`,
    heading: `${schoolName} has your donation`,
    paragraphs: [],
    facts: [
      ["School", schoolName],
      ...fundFact(fundName),
      ["Confirmed", formatMoment(at)],
      ["School’s number", confirmationId],
    ],
  });
}

/** The school's platform has refused it for good. */
export function donationFailedEmail(donation: DonationEmail): Composed {
  const { schoolName, fundName, bankName, pointsRedeemed: points, at } = donation;
  const amount = formatDollars(donation.amountCents);
  const restored = `We have told ${bankName}, which restores your ${points > 0 ? pointsOf(points) : "points"}.`;
  return composeFor(donation, {
    subject: `Your ${amount} donation to ${schoolName} could not be made`,
    preview: restored,
    heading: "Your donation could not be made",
    paragraphs: [
      `${schoolName} could not take this donation, so nothing was given. It is nothing that you did.`,
      `${restored} If you do not see them in a few days, ask your bank.`,
    ],
    facts: [["School", schoolName], ...fundFact(fundName), ["When", formatMoment(at)]],
  });
}
