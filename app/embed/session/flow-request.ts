/** A request with the token of an open session. */

import { addressWith, type ReturnStatus } from "#lib/embed/return-url.ts";
import type { EmbedSession } from "#lib/embed/sessions.ts";
import type { FormValues } from "./form-values.ts";

export type FlowRequest = {
  token: string;
  session: EmbedSession;
  fields: URLSearchParams;
  entered: FormValues;
};

/** The cancel link; null if the bank has set no URL. */
export function cancelHref(
  { cancelUrl, scope }: EmbedSession,
  status: ReturnStatus = "cancelled",
): string | null {
  return cancelUrl && addressWith(cancelUrl, { status, session_id: scope.sessionId });
}

/** The link back after a donation. */
export function returnHref({ returnUrl, scope }: EmbedSession, donationId: string): string | null {
  const added = { status: "accepted", donation_id: donationId, session_id: scope.sessionId };
  return returnUrl && addressWith(returnUrl, added);
}
