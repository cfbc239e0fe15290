import { env } from "#lib/env.ts";
import { plainText } from "./plain-text.ts";

/**
 * True if a form was submitted by one of our pages. Pages can't forge the `Origin` header, and requests without one
 * are rejected. The request's own host is accepted too, since a machine may have several names, but only with the
 * public URL's protocol: anyone on the network can tamper with a page served over HTTP.
 */
export function isSameOrigin(headers: Headers): boolean {
  const site = headers.get("sec-fetch-site");
  if (site !== null && site !== "same-origin") return false;
  const origin = headers.get("origin");
  if (!origin || !URL.canParse(origin)) return false;
  const ours = new URL(env().publicBaseUrl);
  return origin === ours.origin || origin === `${ours.protocol}//${headers.get("host")}`;
}

/** A 303 redirect after a form. Relative, so it stays on the current host. */
export function seeOther(path: string, cookies: string[] = []): Response {
  const headers = new Headers({ Location: path, "Cache-Control": "no-store" });
  for (const cookie of cookies) headers.append("Set-Cookie", cookie);
  return new Response(null, { status: 303, headers });
}

export function rejectCrossSiteForm(): Response {
  return plainText(403, "This form has to be submitted from its own page. Go back and try again.");
}
