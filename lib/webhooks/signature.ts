/** The Standard Webhooks headers of a request to a bank. */
import { createHmac, createSecretKey } from "node:crypto";

const PREFIX = "whsec_";

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
