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
  now = Date.now(),
): Record<string, string> {
  const at = Math.floor(now / 1000);
  const content = `${id}.${at}.${body}`;
  return {
    "webhook-id": id,
    "webhook-timestamp": String(at),
    "webhook-signature": secrets.map((secret) => sign(secret, content)).join(" "),
  };
}

type SignedPost = {
  url: string;
  id: string;
  body: string;
  secrets: string[];
  timeoutMs: number;
  /** By which clock it's signed. Default: ours. */
  now?: number;
  /** Replace others, or remove them. */
  headers?: Record<string, string | undefined>;
};

/**
 * Sends a signed request.
 * @param timeoutMs from the DNS lookup to the last byte read
 * @throws ForbiddenAddress, or what undici throws
 */
export const postSigned = (
  dispatcher: Dispatcher,
  { url, id, body, secrets, timeoutMs, now, headers }: SignedPost,
) =>
  request(checkWebhookAddress(url), {
    method: "POST",
    headers: {
      "content-type": "application/json",
      "user-agent": "points-to-donation-webhooks/1",
      ...signatureHeaders(id, body, secrets, now),
      ...headers,
    },
    body,
    dispatcher,
    signal: AbortSignal.timeout(timeoutMs),
  });

/** An answer's text. @throws Error if it's larger */
export async function readBody(body: AsyncIterable<Buffer>, maxBytes: number): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    if (size > maxBytes) throw new Error(`over ${maxBytes} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}
