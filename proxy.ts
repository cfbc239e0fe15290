/**
 * Runs before every page: answers 503 while the database is down, and sets a content security policy with a nonce.
 * Under plain `next start`, also runs the admission checks of our own server (server/listener.ts).
 */
import { type NextRequest, NextResponse } from "next/server";
import { contentSecurityPolicy, DOCUMENT_POLICIES } from "#app/content-security-policy.ts";
import { isDatabaseReachable } from "#lib/database/availability.ts";
import { env } from "#lib/env.ts";
import { ServiceError } from "#lib/errors.ts";
import { admitBody, applyLimits } from "#lib/http/admission.ts";
import { callerOf } from "#lib/http/caller.ts";
import { failureFor, plainPage } from "#lib/http/plain-page.ts";
import { requestIdFor } from "#lib/http/request-context.ts";
import { hstsHeader } from "#lib/http/responses.ts";
import type { Route } from "#lib/http/route-policy.ts";
import { createRouter, type Match, problemOf } from "#lib/http/router.ts";
import { isServedHost, UNKNOWN_HOST } from "#lib/http/served-hosts.ts";
import { addToLogContext } from "#lib/log.ts";
import { customServer } from "#lib/singleton.ts";
import { manifest } from "./generated/manifest.ts";

/** The sources of a page's frames. */
function frameOrigins(route?: Route): string[] {
  const { embedBaseUrl, publicBaseUrl, environment } = env();
  if (!route?.framesFlow || environment === "production") return [];
  const { origin } = new URL(embedBaseUrl);
  return [origin === new URL(publicBaseUrl).origin ? "'self'" : origin];
}

const findRoute = createRouter(manifest);

/**
 * Runs the checks of our own server: the host, rate limits, and whether the path and method exist.
 * @param fields receives response headers
 * @throws ServiceError
 */
async function admit(request: NextRequest, match: Match, fields: Headers): Promise<void> {
  const { method, headers, nextUrl } = request;
  const { route } = match;
  if (!route?.anyHost && !isServedHost(headers.get("host") ?? "")) {
    throw new ServiceError("BAD_REQUEST", { details: UNKNOWN_HOST });
  }
  const problem = problemOf(match, method, nextUrl.pathname);
  if (route?.limit === "gate" && !problem) return;
  const { address } = callerOf(headers);
  await applyLimits(match, headers, address, (admission) => {
    for (const [name, value] of Object.entries(admission.fields)) fields.set(name, value);
  });
  if (problem) throw problem;
  await admitBody(match, headers, address);
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

export async function proxy(request: NextRequest): Promise<Response> {
  const requestId = requestIdFor(request);
  const match = findRoute(request.nextUrl.pathname);
  if (customServer().isActive) return handle(request, match, requestId);
  const fields = new Headers({ ...hstsHeader(), "X-Request-Id": requestId });
  const response = await admit(request, match, fields)
    .then(() => handle(request, match, requestId))
    .catch((thrown) => failureFor(thrown, request, requestId));
  for (const [name, value] of fields) response.headers.set(name, value);
  return response;
}

// A literal: Next.js reads it at build time.
export const config = { matcher: ["/((?!_next/static/).*)"] };
