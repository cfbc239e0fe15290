/** Tells a bank's contact that a webhook endpoint was disabled. */
import { env } from "../../env.ts";
import { compose } from "./compose.ts";
import type { Composed } from "./composed.ts";

export type EndpointDisabled = { bankName: string; url: string; reason: string };

export function endpointDisabledEmail(disabled: EndpointDisabled): Composed {
  const { brandName, publicBaseUrl } = env();
  const { bankName, url, reason } = disabled;
  return compose({
    subject: `A webhook endpoint of ${bankName} has been disabled`,
    preview: `${url}: ${reason}.`,
    heading: "A webhook endpoint has been disabled",
    paragraphs: [
      `We no longer send events of ${bankName} to this address, because ${reason}.`,
      "No event is lost: all of them are kept. Once the endpoint works again, enable it and replay what it missed.",
    ],
    facts: [["Endpoint", url]],
    button: { label: "Read how", link: `${publicBaseUrl}/docs` },
    why: `You get this mail because you are the contact of ${bankName} at ${brandName}.`,
  });
}
