/** Signs requests to banks, as Standard Webhooks says: with one secret per endpoint, or two during a rotation. */
import { createHmac, createSecretKey, randomBytes } from "node:crypto";
import { type Dispatcher, request } from "undici";
import { encryptedColumns, ROTATED_SECRET_COLUMNS } from "../auth/encrypted-columns.ts";
import { checkWebhookAddress } from "./address.ts";

const PREFIX = "whsec_";

export const endpointSecrets = encryptedColumns({
  table: "webhook_endpoint",
  id: "id",
  ring: "webhookSecretsKeys",
  columns: ROTATED_SECRET_COLUMNS,
});

export const makeSecret = () => `${PREFIX}${randomBytes(32).toString("base64")}`;

/**
 * By Node.js's own HMAC: the library's, in JavaScript, takes many times as long. So does a key as bytes instead of a
 * KeyObject.
 */
function sign(secret: string, content: string): string {
  const key = createSecretKey(secret.slice(PREFIX.length), "base64");
  return `v1,${createHmac("sha256", key).update(content).digest("base64")}`;
}

/** @param secrets one, or two during a rotation; each adds a signature */
export function signatureHeaders(
  id: string,
  body: string,
  secrets: string[],
): Record<string, string> {
  const at = Math.floor(Date.now() / 1000);
  const content = `${id}.${at}.${body}`;
  return {
    "webhook-id": id,
    "webhook-timestamp": String(at),
    "webhook-signature": secrets.map((secret) => sign(secret, content)).join(" "),
  };
}

type SignedPost = { url: string; id: string; body: string; secrets: string[]; timeoutMs: number };

/**
 * Sends a signed request.
 * @param timeoutMs from the DNS lookup to the last byte read
 * @throws ForbiddenAddress, or what undici throws
 */
export const postSigned = (
  dispatcher: Dispatcher,
  { url, id, body, secrets, timeoutMs }: SignedPost,
) =>
  request(checkWebhookAddress(url), {
    method: "POST",
    headers: {
      "content-type": "application/json",
      "user-agent": "points-to-donation-webhooks/1",
      ...signatureHeaders(id, body, secrets),
    },
    body,
    dispatcher,
    signal: AbortSignal.timeout(timeoutMs),
  });
