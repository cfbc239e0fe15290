import type { ReactNode } from "react";
import { Status, type Tone } from "#components/ui/status.tsx";
import type { CardholderDonation } from "#lib/donations/contract.ts";
import { formatDollars, toCents } from "#lib/money.ts";

/** Status labels. "Confirmed" always means confirmed by the school. */
export const STATUS_LABELS: Record<CardholderDonation["status"], { tone: Tone; word: string }> = {
  pending: { tone: "waiting", word: "On its way" },
  completed: { tone: "completed", word: "Confirmed" },
  failed: { tone: "failed", word: "Not accepted" },
};

type StatusProps = Pick<CardholderDonation, "status"> & { held?: boolean };

/** A gift's status. A held gift is awaiting review. */
export function GiftStatus({ status, held = false }: StatusProps) {
  const { tone, word } = STATUS_LABELS[status];
  return <Status tone={tone}>{held ? "In review" : word}</Status>;
}

const amountOf = ({ dollar_amount }: CardholderDonation) => formatDollars(toCents(dollar_amount));

export function giftTitle({ status }: CardholderDonation): string {
  return status === "failed" ? "Your gift wasn’t accepted" : "Thank you!";
}

/** The sentence below the title, on what happened to the money. */
function sentenceOf(donation: CardholderDonation): string {
  const { status, school_name: school } = donation;
  if (status === "failed") return `${school} couldn’t accept your ${amountOf(donation)} gift.`;
  if (status === "completed") return `${school} has confirmed your ${amountOf(donation)}.`;
  if (donation.held) return `Your ${amountOf(donation)} gift to ${school} is being reviewed.`;
  return `Your ${amountOf(donation)} gift is on its way to ${school}.`;
}

export function GiftHeading({ donation }: { donation: CardholderDonation }) {
  return (
    <div data-live="heading">
      <h1 className="display text-balance text-d56 wide:text-d88">{giftTitle(donation)}</h1>
      <p className="mt-1.5 text-lead">{sentenceOf(donation)}</p>
    </div>
  );
}

/** How long the school usually takes to confirm, as estimated when the gift was accepted. */
function usualWait({ created_at, estimated_confirmation_at }: CardholderDonation): string {
  const waitMs = Date.parse(estimated_confirmation_at) - Date.parse(created_at);
  const minutes = Math.max(1, Math.round(waitMs / 60_000));
  return minutes === 1 ? "a minute" : `${minutes} minutes`;
}

/** What happens next, and when; empty once the gift is settled. */
function nextStepFor(donation: CardholderDonation): string {
  const { school_name: school } = donation;
  if (donation.status !== "pending") return "";
  if (donation.held) return `It’s sent to ${school} once the review is done.`;
  if (new Date().toISOString() > donation.estimated_confirmation_at) {
    return `${school} hasn’t confirmed yet. We’ll keep retrying automatically.`;
  }
  return `${school} usually confirms within ${usualWait(donation)}.`;
}

/**
 * What happens to the points; empty once they're used. A bank has already taken them for a gift that it submitted
 * itself, and holds them for one that it approved. Otherwise, it takes them only once the school has confirmed.
 */
export function pointsStepFor(
  { status, channel, authorization, school_name: school }: CardholderDonation,
  bank = "Your bank",
): string {
  if (status === "completed") return "";
  if (status === "failed") {
    if (channel === "bank") return `${bank} will return your points.`;
    return authorization ? `${bank} will release your points.` : "Your points weren’t used.";
  }
  if (channel === "bank") return `${bank} returns your points if ${school} can’t accept your gift.`;
  return authorization
    ? `${bank} holds your points until ${school} confirms.`
    : `${bank} uses your points only after ${school} confirms.`;
}

type GiftProgressProps = {
  donation: CardholderDonation;
  bank: string | undefined;
  children?: ReactNode;
};

/** The status and the next step, in a live region. */
export function GiftProgress({ donation, bank, children }: GiftProgressProps) {
  const next = [nextStepFor(donation), pointsStepFor(donation, bank)].filter(Boolean).join(" ");
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
