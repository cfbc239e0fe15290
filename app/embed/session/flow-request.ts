/** One request of somebody who holds the token of an open session. */

import { addressWith, type ReturnStatus } from "#lib/embed/return-url.ts";
import type { EmbedSession } from "#lib/embed/sessions.ts";
import type { FormValues } from "./form-values.ts";

export type FlowRequest = {
  token: string;
  session: EmbedSession;
  fields: URLSearchParams;
  entered: FormValues;
};

/** Where to go on without having given; null where the bank has named no way. */
export function cancelHref(
  { cancelUrl, scope }: EmbedSession,
  status: ReturnStatus = "cancelled",
): string | null {
  return cancelUrl && addressWith(cancelUrl, { status, session_id: scope.sessionId });
}

/** Where to go on after the donation was made. */
export function returnHref({ returnUrl, scope }: EmbedSession, donationId: string): string | null {
  const added = { status: "accepted", donation_id: donationId, session_id: scope.sessionId };
  return returnUrl && addressWith(returnUrl, added);
}
