/** Verifies webhooks, by Standard Webhooks, and signs them for tests. */
import { Buffer } from "node:buffer";
import { createHmac, randomUUID, timingSafeEqual } from "node:crypto";
import type { WebhookEvent } from "./operations.ts";

/** A `Headers` object, or Node's `request.headers`. */
export type WebhookHeaders = Headers | Record<string, string | string[] | undefined>;

/** The request isn't a genuine webhook, or one from long ago. Respond with 400. */
export class WebhookVerificationError extends Error {
  override name = "WebhookVerificationError";
}

/** A request may be this old, or this far ahead. */
const TOLERANCE_SECONDS = 300;

/** @throws TypeError for a secret that can't be one, since all webhooks would look forged */
function signatureOf(secret: string, id: string, timestamp: string, body: string | Uint8Array) {
  const key = Buffer.from(secret.replace(/^whsec_/, ""), "base64");
  if (key.length === 0) throw new TypeError("A webhook secret looks like whsec_…, in Base64.");
  // The body as bytes, which decoding and encoding could change.
  const hmac = createHmac("sha256", key).update(`${id}.${timestamp}.`).update(body);
  return `v1,${hmac.digest("base64")}`;
}

function isEqual(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}

function headerOf(headers: WebhookHeaders, name: string): string {
  const entries = headers instanceof Headers ? [...headers] : Object.entries(headers);
  // Some gateways keep the case.
  const [, value] = entries.find(([key]) => key.toLowerCase() === name) ?? [];
  if (typeof value === "string" && value !== "") return value;
  throw new WebhookVerificationError(`The header ${name} is missing.`);
}

/**
 * Verifies and parses a webhook. Respond with 2xx once the event is stored, also if you don't know its type.
 * The same `webhook-id` may arrive again, and events about one donation out of order: the one with the higher
 * `data.sequence` is newer.
 * @param secret the endpoint's, `whsec_…`; several while you replace it
 * @param rawBody exactly as received, before any parsing
 * @throws WebhookVerificationError if a header is missing, the signature is for a different body or secret, or
 *   the timestamp is more than five minutes off
 */
export function verifyWebhook(
  secret: string | readonly string[],
  headers: WebhookHeaders,
  rawBody: string | Uint8Array,
): WebhookEvent {
  const id = headerOf(headers, "webhook-id");
  const timestamp = headerOf(headers, "webhook-timestamp");
  // While the service replaces a secret, it signs with both.
  const given = headerOf(headers, "webhook-signature").split(" ");
  const offBy = Math.abs(Date.now() / 1_000 - Number(timestamp));
  if (!/^\d{1,12}$/.test(timestamp) || offBy > TOLERANCE_SECONDS) {
    throw new WebhookVerificationError("The timestamp is more than five minutes off.");
  }
  const expected = [secret].flat().map((each) => signatureOf(each, id, timestamp, rawBody));
  if (!given.some((one) => expected.some((each) => isEqual(one, each)))) {
    throw new WebhookVerificationError("No signature matches this secret and body.");
  }
  try {
    return JSON.parse(Buffer.from(rawBody as Uint8Array).toString());
  } catch {
    throw new WebhookVerificationError("The body isn't JSON.");
  }
}

/**
 * Signs a body as the service does, to test a receiver.
 * @param at when it was sent; a receiver refuses one more than five minutes off
 */
export function signWebhook(
  secret: string,
  rawBody: string | Uint8Array,
  { id = randomUUID(), at = new Date() }: { id?: string | undefined; at?: Date | undefined } = {},
): Record<"webhook-id" | "webhook-timestamp" | "webhook-signature", string> {
  const timestamp = String(Math.floor(at.getTime() / 1_000));
  const signature = signatureOf(secret, id, timestamp, rawBody);
  return { "webhook-id": id, "webhook-timestamp": timestamp, "webhook-signature": signature };
}
