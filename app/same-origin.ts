import { env } from "#lib/env.ts";

/**
 * True where a form was sent by a page of ours. Browsers say where a form comes from and pages cannot
 * make them lie; whoever does not say is refused. Compared with the host that the browser asked for,
 * since this machine has more names than the configured one.
 */
export function isFromOurPage(headers: Headers): boolean {
  const site = headers.get("sec-fetch-site");
  if (site !== null && site !== "same-origin") return false;
  const origin = headers.get("origin");
  if (!origin || !URL.canParse(origin)) return false;
  return origin === env().publicBaseUrl || new URL(origin).host === headers.get("host");
}

/** A redirect to a path of ours, after a form. Relative, so that it stays on the host in use. */
export function seeOther(path: string, cookies: string[] = []): Response {
  const headers = new Headers({ Location: path, "Cache-Control": "no-store" });
  for (const cookie of cookies) headers.append("Set-Cookie", cookie);
  return new Response(null, { status: 303, headers });
}

/** What a form gets that came from somewhere else. */
export function refuseForeignForm(): Response {
  return new Response("This form has to be sent from its own page. Go back and try again.\n", {
    status: 403,
    headers: { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "no-store" },
  });
}
