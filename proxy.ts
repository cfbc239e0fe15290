/** Runs before every page: gives it a content security policy with a nonce of its own. */
import { type NextRequest, NextResponse } from "next/server";
import { contentSecurityPolicy } from "#app/content-security-policy.ts";
import { env } from "#lib/env.ts";

/** The one page with a frame: the demonstration bank's app, which shows the embedded flow. */
function framedBy(path: string): string[] {
  const { embedBaseUrl, publicBaseUrl, environment } = env();
  if (path !== "/sandbox/bank" || environment === "production") return [];
  const { origin } = new URL(embedBaseUrl);
  return [origin === new URL(publicBaseUrl).origin ? "'self'" : origin];
}

export function proxy(request: NextRequest): NextResponse {
  const policy = contentSecurityPolicy(crypto.randomUUID(), framedBy(request.nextUrl.pathname));
  const headers = new Headers(request.headers);
  // Next.js reads the nonce from here and puts it on every script that it writes.
  headers.set("content-security-policy", policy);
  const response = NextResponse.next({ request: { headers } });
  response.headers.set("Content-Security-Policy", policy);
  return response;
}

// Literal, because Next.js reads it at build time. The API, the embedded flow and files of ours that
// are no pages set what they need by themselves.
export const config = {
  matcher: [
    "/((?!v1(?:/|$)|embed(?:/|$)|api/auth/|api/inngest$|_next/|monograms/|sandbox/mails/[^/]+/html$|donations/[^/]+/receipt/pdf$|statements/[^/]+$|healthz$|readyz$|metrics$).*)",
  ],
};
