import type { CardholderDonation } from "#lib/donations/contract.ts";

/** The school's usual wait, as estimated at acceptance. */
function usualWait({ created_at, estimated_confirmation_at }: CardholderDonation): string {
  const waitMs = Date.parse(estimated_confirmation_at) - Date.parse(created_at);
  const minutes = Math.max(1, Math.round(waitMs / 60_000));
  return minutes === 1 ? "a minute" : `${minutes} minutes`;
}

/**
 * What happens next to a gift, and when; empty once it's confirmed. Never the platform's own message: the gift's
 * page quotes it. `now` is when the page was rendered.
 */
export function outcomeOf(donation: CardholderDonation, now: string): string {
  const { school_name: school } = donation;
  if (donation.status === "completed") return "";
  if (donation.status === "failed") return "Your points can be returned.";
  if (donation.held) return `It’s sent to ${school} once the review is done.`;
  if (now > donation.estimated_confirmation_at) {
    return `${school} hasn’t confirmed yet. We’ll keep retrying automatically.`;
  }
  return `${school} usually confirms within ${usualWait(donation)}.`;
}
