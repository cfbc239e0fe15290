/** Webhooks: whether it was the service that sent one, and what it says. */
import { Webhook } from "standardwebhooks";
import type { WebhookEvent } from "./index.ts";

/** A `Headers` object, or what Node has in `request.headers`. */
export type WebhookHeaders = Headers | Record<string, string | string[] | undefined>;

/**
 * Verifies a webhook and reads it. Answer with 2xx once the event is safe; the same `webhook-id` may
 * come again, and events about one donation out of order: the higher `data.sequence` is the newer.
 * @param secret of the endpoint, `whsec_…`
 * @param rawBody exactly as received, before any parsing
 * @throws WebhookVerificationError (of the package standardwebhooks) where a header is missing, the
 * signature belongs to another body or secret, or the timestamp is more than five minutes away: answer
 * with 400
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

/** Byte for byte: a mark at the start was signed as well. */
function decode(bytes: Uint8Array): string {
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
}
