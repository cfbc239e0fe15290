/** Tells a bank's contact that a webhook endpoint was disabled. */
import { env } from "../../env.ts";
import { compose } from "./compose.ts";
import type { Composed } from "./composed.ts";

export type EndpointDisabled = { bankName: string; url: string; reason: string };

export function endpointDisabledEmail(disabled: EndpointDisabled): Composed {
  const { brandName, publicBaseUrl } = env();
  const { bankName, url, reason } = disabled;
  return compose({
    subject: `We disabled a webhook endpoint of ${bankName}`,
    preview: `${url}: ${reason}.`,
    heading: "We disabled a webhook endpoint",
    paragraphs: [
      `We’ve stopped sending ${bankName}’s events to this endpoint because ${reason}.`,
      "No event is lost. Once the endpoint works again, enable it and replay what it missed.",
    ],
    facts: [["Endpoint", url]],
    button: { label: "Read the docs", link: `${publicBaseUrl}/docs` },
    why: `You’re receiving this email because you’re the contact for ${bankName} at ${brandName}.`,
  });
}
