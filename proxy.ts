/** Runs before every page: says so if the database is away, and gives the page a content security policy with a nonce. */
import { type NextRequest, NextResponse } from "next/server";
import { contentSecurityPolicy } from "#app/content-security-policy.ts";
import { databaseAnswers } from "#lib/database/availability.ts";
import { env } from "#lib/env.ts";
import { isFile } from "#lib/http/admission.ts";
import { plainPage } from "#lib/http/plain-page.ts";
import { requestIdFor } from "#lib/http/request-context.ts";
import { addToLogContext } from "#lib/log.ts";

/** The one page with a frame: the demonstration bank's app, which shows the embedded flow. */
function framedBy(path: string): string[] {
  const { embedBaseUrl, publicBaseUrl, environment } = env();
  if (path !== "/sandbox/bank" || environment === "production") return [];
  const { origin } = new URL(embedBaseUrl);
  return [origin === new URL(publicBaseUrl).origin ? "'self'" : origin];
}

/** About as long as Postgres takes to restart, in seconds; the API says the same. */
const RETRY_AFTER = "2";

/** Whether what is read needs the database: forms answer themselves, and keep what was entered. */
const isRead = ({ method, nextUrl }: NextRequest) =>
  ["GET", "HEAD"].includes(method) && !isFile(nextUrl.pathname);

export async function proxy(request: NextRequest): Promise<Response> {
  // Next.js would render its own page of an error, with 500.
  if (isRead(request) && !(await databaseAnswers())) {
    addToLogContext({ away: "database" });
    return plainPage("away", 503, requestIdFor(request), { "Retry-After": RETRY_AFTER });
  }
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
