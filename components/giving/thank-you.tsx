import type { ReactNode } from "react";
import { Status, type Tone } from "#components/ui/status.tsx";
import type { CardholderDonation } from "#lib/donations/contract.ts";
import { formatDollars, toCents } from "#lib/money.ts";

/** A gift's status in a word. Only the school's confirmation makes it confirmed. */
export const STATUS_WORDS: Record<CardholderDonation["status"], { tone: Tone; word: string }> = {
  pending: { tone: "waiting", word: "On its way" },
  completed: { tone: "completed", word: "Confirmed" },
  failed: { tone: "failed", word: "Not accepted" },
};

type StatusProps = Pick<CardholderDonation, "status"> & { held?: boolean };

/** A gift's status, with its shape. One that is held waits for a review. */
export function GiftStatus({ status, held = false }: StatusProps) {
  const { tone, word } = STATUS_WORDS[status];
  return <Status tone={tone}>{held ? "In review" : word}</Status>;
}

const amountOf = ({ dollar_amount }: CardholderDonation) => formatDollars(toCents(dollar_amount));

/** The title of a gift's page: thanks first. */
export function giftTitle({ status }: CardholderDonation): string {
  return status === "failed" ? "Your gift wasn’t accepted" : "Thank you!";
}

/** Beneath the title: what has become of the money. */
function sentenceOf(donation: CardholderDonation): string {
  const { status, school_name: school } = donation;
  if (status === "failed") return `Your points for ${amountOf(donation)} weren’t used.`;
  if (status === "completed") return `${school} has received your ${amountOf(donation)}.`;
  if (donation.held) return `Your ${amountOf(donation)} gift to ${school} is being reviewed.`;
  return `Your ${amountOf(donation)} gift is on its way to ${school}.`;
}

/** Thanks before anything else. */
export function GiftHeading({ donation }: { donation: CardholderDonation }) {
  return (
    <div data-live="heading">
      <h1 className="display text-balance text-d56 wide:text-d88">{giftTitle(donation)}</h1>
      <p className="mt-1.5 text-lead">{sentenceOf(donation)}</p>
    </div>
  );
}

/** The school's usual wait, as estimated at acceptance. */
function usualWait({ created_at, estimated_confirmation_at }: CardholderDonation): string {
  const waitMs = Date.parse(estimated_confirmation_at) - Date.parse(created_at);
  const minutes = Math.max(1, Math.round(waitMs / 60_000));
  return minutes === 1 ? "a minute" : `${minutes} minutes`;
}

/**
 * What happens next to a gift, and when; empty once it's confirmed. Never the platform's own message: the gift's
 * page quotes it.
 */
export function outcomeOf(donation: CardholderDonation): string {
  const { school_name: school } = donation;
  if (donation.status === "completed") return "";
  if (donation.status === "failed") return "Your points can be returned.";
  if (donation.held) return `It’s sent to ${school} once the review is done.`;
  if (new Date().toISOString() > donation.estimated_confirmation_at) {
    return `${school} hasn’t confirmed yet. We’ll keep retrying automatically.`;
  }
  return `${school} usually confirms within ${usualWait(donation)}.`;
}

/** What the bank does about it; null once there is nothing left to do. */
function bankPart(
  { status, held, school_name: school }: CardholderDonation,
  bank: string | undefined,
): string | null {
  if (status === "completed") return null;
  if (status === "failed") return `We’ve let ${bank ?? "your bank"} know.`;
  const when = held ? `once ${school} has confirmed` : "after that";
  return `${bank ?? "Your bank"} uses your points only ${when}.`;
}

type GiftOutcomeProps = {
  donation: CardholderDonation;
  bank: string | undefined;
  children?: ReactNode;
};

/** The status and what happens next, in a place whose changes are announced. */
export function GiftOutcome({ donation, bank, children }: GiftOutcomeProps) {
  const next = [outcomeOf(donation), bankPart(donation, bank)].filter(Boolean).join(" ");
  return (
    <div role="status" data-live="outcome">
      <div className="grid gap-1" data-status={donation.status}>
        <p>
          <GiftStatus {...donation} />
        </p>
        {next && <p>{next}</p>}
        {children}
      </div>
    </div>
  );
}
