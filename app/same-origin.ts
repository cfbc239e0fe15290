import { env } from "#lib/env.ts";
import { plainText } from "./plain-text.ts";

/**
 * True if a form was submitted by one of our pages. Browsers send the origin and pages can't forge it;
 * requests without one are refused. The request's host counts, too, since this machine may have more
 * names than the configured one, but always by the protocol of the public address: a page of ours that was sent
 * without encryption can be anybody's.
 */
export function isFromOurPage(headers: Headers): boolean {
  const site = headers.get("sec-fetch-site");
  if (site !== null && site !== "same-origin") return false;
  const origin = headers.get("origin");
  if (!origin || !URL.canParse(origin)) return false;
  const ours = new URL(env().publicBaseUrl);
  return origin === ours.origin || origin === `${ours.protocol}//${headers.get("host")}`;
}

/** A 303 redirect after a form. Relative, so it stays on the host in use. */
export function seeOther(path: string, cookies: string[] = []): Response {
  const headers = new Headers({ Location: path, "Cache-Control": "no-store" });
  for (const cookie of cookies) headers.append("Set-Cookie", cookie);
  return new Response(null, { status: 303, headers });
}

/** The response to a cross-site form. */
export function refuseForeignForm(): Response {
  return plainText(403, "This form has to be submitted from its own page. Go back and try again.");
}
