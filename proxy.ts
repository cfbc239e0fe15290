/**
 * Runs before every page: answers 503 while the database is down, and sets a content security policy with a nonce.
 * Under plain `next start`, also runs the admission checks of our own server (server/listener.ts).
 */
import { type NextRequest, NextResponse } from "next/server";
import { contentSecurityPolicy, DOCUMENT_POLICIES } from "#app/content-security-policy.ts";
import { isDatabaseReachable } from "#lib/database/availability.ts";
import { env } from "#lib/env.ts";
import { ServiceError } from "#lib/errors.ts";
import { admit } from "#lib/http/admission.ts";
import { callerOf } from "#lib/http/caller.ts";
import { failureFor, plainPage } from "#lib/http/plain-page.ts";
import { requestIdFor } from "#lib/http/request-context.ts";
import { hstsHeader } from "#lib/http/responses.ts";
import type { Route } from "#lib/http/route-policy.ts";
import { findRoute, type Match } from "#lib/http/router.ts";
import { isServedHost, UNKNOWN_HOST } from "#lib/http/served-hosts.ts";
import { addToLogContext } from "#lib/log.ts";
import { customServer } from "#lib/singleton.ts";

/** The sources of a page's frames. */
function frameOrigins(route?: Route): string[] {
  const { embedBaseUrl, publicBaseUrl, environment } = env();
  if (!route?.framesFlow || environment === "production") return [];
  const { origin } = new URL(embedBaseUrl);
  return [origin === new URL(publicBaseUrl).origin ? "'self'" : origin];
}

/** Seconds: about one Postgres restart. The API uses the same value. */
const RETRY_AFTER = "2";

/** True for pages, which need the database. Form routes handle an outage themselves and keep the input. */
const isPageRead = ({ method }: NextRequest, { route }: Match) =>
  ["GET", "HEAD"].includes(method) && route?.limit !== "files";

async function handle(request: NextRequest, match: Match, requestId: string): Promise<Response> {
  const { route } = match;
  const headers = new Headers(request.headers);
  headers.set("x-request-id", requestId);
  const forward = () => NextResponse.next({ request: { headers } });
  if (route?.server === "api") return forward();
  // Next.js would render its own error page with a 500.
  if (isPageRead(request, match) && !(await isDatabaseReachable())) {
    addToLogContext({ unavailable: "database" });
    return plainPage("unavailable", 503, requestId, { "Retry-After": RETRY_AFTER });
  }
  const page = contentSecurityPolicy(crypto.randomUUID(), frameOrigins(route));
  // Next.js reads the nonce from this header and adds it to every script it renders.
  headers.set("content-security-policy", page);
  const response = forward();
  const policy = route?.document ? DOCUMENT_POLICIES[route.document] : page;
  response.headers.set("Content-Security-Policy", policy);
  return response;
}

/** What our own server does before it calls Next.js. @param fields receives response headers */
async function admitAndHandle(
  request: NextRequest,
  match: Match,
  requestId: string,
  fields: Headers,
): Promise<Response> {
  const { headers } = request;
  if (!match.route?.anyHost && !isServedHost(headers.get("host") ?? "")) {
    throw new ServiceError("BAD_REQUEST", { details: UNKNOWN_HOST });
  }
  await admit(match, request, callerOf(headers).address, (admission) => {
    for (const [name, value] of Object.entries(admission.fields)) fields.set(name, value);
  });
  return handle(request, match, requestId);
}

export async function proxy(request: NextRequest): Promise<Response> {
  const requestId = requestIdFor(request);
  const match = findRoute(request.nextUrl.pathname);
  if (customServer().isActive) return handle(request, match, requestId);
  const fields = new Headers({ ...hstsHeader(), "X-Request-Id": requestId });
  const response = await admitAndHandle(request, match, requestId, fields).catch((thrown) =>
    failureFor(thrown, request, requestId),
  );
  for (const [name, value] of fields) response.headers.set(name, value);
  return response;
}

// A literal: Next.js reads it at build time.
export const config = { matcher: ["/((?!_next/static/).*)"] };
