/** The Standard Webhooks headers of a request to a bank. */
import { Webhook } from "standardwebhooks";

/** @param secrets one, or two during a rotation; each adds a signature */
export function signatureHeaders(
  id: string,
  body: string,
  secrets: string[],
): Record<string, string> {
  const at = new Date();
  return {
    "webhook-id": id,
    "webhook-timestamp": String(Math.floor(at.getTime() / 1000)),
    "webhook-signature": secrets.map((secret) => new Webhook(secret).sign(id, at, body)).join(" "),
  };
}
