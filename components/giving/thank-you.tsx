import type { ReactNode } from "react";
import { Status, type Tone } from "#components/ui/status.tsx";
import type { CardholderDonation } from "#lib/donations/contract.ts";
import { formatDollars, toCents } from "#lib/money.ts";

/** Status labels. "Confirmed" always means confirmed by the school. */
export const STATUS_LABELS: Record<Outcome, { tone: Tone; word: string }> = {
  pending: { tone: "waiting", word: "On its way" },
  completed: { tone: "completed", word: "Confirmed" },
  failed: { tone: "failed", word: "Not accepted" },
  canceled: { tone: "failed", word: "Canceled" },
  reversed: { tone: "failed", word: "Reversed" },
};

type Counted = Pick<CardholderDonation, "status" | "net_usd">;
type Outcome = CardholderDonation["status"] | "reversed";

/** What became of a gift: nothing is left of a confirmed one that was reversed in full. */
export const outcomeOf = ({ status, net_usd: net }: Counted): Outcome =>
  status === "completed" && net === 0 ? "reversed" : status;

/** Whether nothing was given in the end. */
export const isVoid = (gift: Counted) => STATUS_LABELS[outcomeOf(gift)].tone === "failed";

/** A gift's status. A held gift is awaiting review. */
export function GiftStatus({ held = false, ...gift }: Counted & { held?: boolean }) {
  const { tone, word } = STATUS_LABELS[outcomeOf(gift)];
  return <Status tone={tone}>{held ? "In review" : word}</Status>;
}

const DAY_MS = 24 * 60 * 60_000;

const amountOf = ({ dollar_amount }: CardholderDonation) => formatDollars(toCents(dollar_amount));

export function giftTitle(donation: CardholderDonation): string {
  if (!isVoid(donation)) return "Thank you!";
  if (donation.status === "failed") return "Your gift wasn’t accepted";
  return `Your gift was ${STATUS_LABELS[outcomeOf(donation)].word.toLowerCase()}`;
}

/** The sentence below the title, on what happened to the money. */
function sentenceOf(donation: CardholderDonation): string {
  const { status, school_name: school } = donation;
  if (status === "failed") return `${school} couldn’t accept your ${amountOf(donation)} gift.`;
  if (isVoid(donation)) {
    const { word } = STATUS_LABELS[outcomeOf(donation)];
    return `Your ${amountOf(donation)} gift to ${school} was ${word.toLowerCase()}.`;
  }
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
  const [unit, unitMs] = waitMs < DAY_MS ? ["minute", 60_000] : ["day", DAY_MS];
  const count = Math.max(1, Math.round(waitMs / unitMs));
  return count === 1 ? `a ${unit}` : `${count} ${unit}s`;
}

/** What happens next, and when; empty once the gift is settled. @param promisedBy see `GiftProgressProps` */
function nextStepFor(donation: CardholderDonation, promisedBy: string | null): string {
  const { school_name: school } = donation;
  if (donation.status !== "pending") return "";
  if (donation.held) return `It’s sent to ${school} once the review is done.`;
  if (new Date().toISOString() > donation.estimated_confirmation_at) {
    const wait = promisedBy ? "Its foundation has your gift" : "We’ll keep retrying automatically";
    return `${school} hasn’t confirmed yet. ${wait}.`;
  }
  if (promisedBy) {
    return `${school} records gifts in batches. It usually confirms within ${usualWait(donation)}, by ${promisedBy}.`;
  }
  return `${school} usually confirms within ${usualWait(donation)}.`;
}

/**
 * What happens to the points; empty if nothing does, or if we can't know. A bank may deduct the points of a gift that it
 * submits, and then returns them if the gift fails. A bank that approves gifts holds the points until it learns of the
 * result. Any other uses them only once the school has confirmed.
 */
export function pointsStepFor(
  { status, channel, authorization, school_name: school }: CardholderDonation,
  bank = "Your bank",
): string {
  if (status === "completed") return "";
  // Where they are is said with the correction.
  if (status === "canceled") return `We’ve let ${bank} know about your points.`;
  if (channel === "bank") return status === "failed" ? `${bank} will return your points.` : "";
  if (status === "failed") {
    return authorization ? `${bank} will release your points.` : "Your points weren’t used.";
  }
  return authorization
    ? `${bank} holds your points until ${school} confirms.`
    : `${bank} uses your points only after ${school} confirms.`;
}

type GiftProgressProps = {
  donation: CardholderDonation;
  bank: string | undefined;
  /** The day by which a school without an API said it would confirm; null for others. */
  promisedBy: string | null;
  children?: ReactNode;
};

/** The status and the next step, in a live region. */
export function GiftProgress({ donation, bank, promisedBy, children }: GiftProgressProps) {
  const next = [nextStepFor(donation, promisedBy), pointsStepFor(donation, bank)]
    .filter(Boolean)
    .join(" ");
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
