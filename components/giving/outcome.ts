import type { CardholderDonation } from "#lib/donations/contract.ts";

/** A platform's reason without its period, to end our sentence. */
const withoutStop = (reason: string | null) => (reason ?? "").replace(/\.$/, "");

/** The school's usual wait, as estimated at acceptance. */
function usualWait({ created_at, estimated_confirmation_at }: CardholderDonation): string {
  const waitMs = Date.parse(estimated_confirmation_at) - Date.parse(created_at);
  const minutes = Math.max(1, Math.round(waitMs / 60_000));
  return minutes === 1 ? "a minute" : `${minutes} minutes`;
}

/** What has become of a gift, or what happens next and when. `now` is when the page was rendered. */
export function outcomeOf(donation: CardholderDonation, now: string): string {
  const { school_name: school } = donation;
  if (donation.status === "completed") return `${school} has confirmed your gift.`;
  if (donation.status === "failed") {
    return `${school} couldn’t accept this gift: ${withoutStop(donation.failure_reason)}. We’ve let your bank know so your points can be returned.`;
  }
  if (now > donation.estimated_confirmation_at) {
    return `${school} hasn’t confirmed yet. We’ll keep retrying automatically.`;
  }
  return `${school} usually confirms within ${usualWait(donation)}.`;
}
