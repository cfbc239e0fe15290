/** Authorizations: whether a customer's gift may take points, asked before it is accepted. */
import type { WebhookEvent } from "./index.ts";
import { verifyWebhook, type WebhookHeaders } from "./webhooks.ts";

/** A request to your authorization address. */
export type AuthorizationRequest = Extract<
  WebhookEvent,
  { type: "donation.authorization_requested" }
>["data"];

/** The answer: the JSON body of a 200, within 3 seconds. */
export type AuthorizationAnswer =
  | { decision: "approved"; hold_reference?: string }
  | { decision: "declined"; reason?: string };

/**
 * Verifies a request to your authorization address and reads it. Decide once for each `authorization_id`, and answer
 * the same if it is asked again: the first answer may have been lost.
 * @param secret of the address, `whsec_…`
 * @param rawBody exactly as received, before any parsing
 * @throws WebhookVerificationError (of the package standardwebhooks) as `verifyWebhook` does; TypeError for anything
 *   that asks for no authorization: answer with 400
 */
export function verifyAuthorizationRequest(
  secret: string,
  headers: WebhookHeaders,
  rawBody: string | Uint8Array,
): AuthorizationRequest {
  const event = verifyWebhook(secret, headers, rawBody);
  if (event.type === "donation.authorization_requested") return event.data;
  throw new TypeError(`${event.type} asks for no authorization`);
}
