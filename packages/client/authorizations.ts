/** Authorizations: your decision whether to accept a customer's gift and hold the points. */
import type { WebhookEvent } from "./operations.ts";
import { verifyWebhook, type WebhookHeaders } from "./webhooks.ts";

/** A request to your authorization address. */
export type AuthorizationRequest = Extract<
  WebhookEvent,
  { type: "donation.authorization_requested" }
>["data"];

/** The JSON body of your response: a 200 within 3 seconds. */
export type AuthorizationDecision =
  | { decision: "approved"; hold_reference?: string | undefined }
  | { decision: "declined"; reason?: string | undefined };

/**
 * Verifies and parses a request to your authorization address. Decide once per `authorization_id`, and repeat your
 * decision if the request is repeated, since your first response may have been lost.
 * @param secret the address's, `whsec_…`
 * @param rawBody exactly as received, before any parsing
 * @throws WebhookVerificationError as `verifyWebhook` does; TypeError if it isn't an
 *   authorization request. Respond with 400
 */
export function verifyAuthorizationRequest(
  secret: string | readonly string[],
  headers: WebhookHeaders,
  rawBody: string | Uint8Array,
): AuthorizationRequest {
  const event = verifyWebhook(secret, headers, rawBody);
  if (event.type === "donation.authorization_requested") return event.data;
  throw new TypeError(`${event.type} isn't an authorization request`);
}
