import type { CardholderDonation } from "#lib/donations/contract.ts";

/** A platform's reason without its period, to end our sentence. */
const withoutStop = (reason: string | null) => (reason ?? "").replace(/\.$/, "");

/** The school's usual wait, as estimated at acceptance. */
function usualWait({ created_at, estimated_confirmation_at }: CardholderDonation): string {
  const waitMs = Date.parse(estimated_confirmation_at) - Date.parse(created_at);
  const minutes = Math.max(1, Math.round(waitMs / 60_000));
  return minutes === 1 ? "a minute" : `${minutes} minutes`;
}

/** A donation's outcome, or what happens next and when. `now` is when the page was rendered. */
export function outcomeOf(donation: CardholderDonation, now: string): string {
  const { school_name: school } = donation;
  if (donation.status === "completed") return `${school} has confirmed it.`;
  if (donation.status === "failed") {
    return `${school} did not take it: ${withoutStop(donation.failure_reason)}. We tell your bank, so that it can return your points.`;
  }
  if (now > donation.estimated_confirmation_at) {
    return `${school} has not confirmed it yet. We keep asking until it does.`;
  }
  return `${school} usually confirms within ${usualWait(donation)}.`;
}
