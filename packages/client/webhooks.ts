/** Verifies webhooks. */
import { Webhook } from "standardwebhooks";
import type { WebhookEvent } from "./index.ts";

/** A `Headers` object, or Node's `request.headers`. */
export type WebhookHeaders = Headers | Record<string, string | string[] | undefined>;

/**
 * Verifies and parses a webhook. Respond with 2xx once the event is stored. The same `webhook-id` may arrive
 * again, and events about one donation out of order: the one with the higher `data.sequence` is newer.
 * @param secret the endpoint's, `whsec_…`
 * @param rawBody exactly as received, before any parsing
 * @throws WebhookVerificationError (of the package standardwebhooks) if a header is missing, the signature is for
 * a different body or secret, or the timestamp is more than five minutes off. Respond with 400
 */
export function verifyWebhook(
  secret: string,
  headers: WebhookHeaders,
  rawBody: string | Uint8Array,
): WebhookEvent {
  const entries = headers instanceof Headers ? [...headers] : Object.entries(headers);
  const single = entries.filter((entry): entry is [string, string] => typeof entry[1] === "string");
  const text = typeof rawBody === "string" ? rawBody : decode(rawBody);
  return new Webhook(secret).verify(text, Object.fromEntries(single)) as WebhookEvent;
}

/** Keeps a byte order mark, which is part of what was signed. */
function decode(bytes: Uint8Array): string {
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
}
