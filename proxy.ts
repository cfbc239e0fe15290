/**
 * Runs before every page: answers 503 while the database is down, and sets a content security policy with a nonce.
 * Under plain `next start`, also runs the admission checks of our own server (server/listener.ts).
 */
import { type NextRequest, NextResponse } from "next/server";
import { contentSecurityPolicy } from "#app/content-security-policy.ts";
import { isDatabaseReachable } from "#lib/database/availability.ts";
import { env } from "#lib/env.ts";
import { ServiceError } from "#lib/errors.ts";
import { admitBody, applyLimits, isFile } from "#lib/http/admission.ts";
import { createPathRouter } from "#lib/http/api-paths.ts";
import { callerOf } from "#lib/http/caller.ts";
import { failureFor, plainPage } from "#lib/http/plain-page.ts";
import { requestIdFor } from "#lib/http/request-context.ts";
import { hstsHeader } from "#lib/http/responses.ts";
import { isServedHost, UNKNOWN_HOST } from "#lib/http/served-hosts.ts";
import { addToLogContext } from "#lib/log.ts";
import { customServer } from "#lib/singleton.ts";
import { apiMethods } from "./generated/api-methods.ts";

/** Frame sources for the demo bank's page, the only one that embeds the donation flow. */
function frameOrigins(path: string): string[] {
  const { embedBaseUrl, publicBaseUrl, environment } = env();
  if (path !== "/sandbox/bank" || environment === "production") return [];
  const { origin } = new URL(embedBaseUrl);
  return [origin === new URL(publicBaseUrl).origin ? "'self'" : origin];
}

/** These set their own policies (next.config.ts). */
const DOCUMENT =
  /^\/(monograms\/.+|statements\/[^/]+|donations\/[^/]+\/receipt\/pdf|sandbox\/emails\/[^/]+\/html)$/;

const destinationOf = createPathRouter(apiMethods);

/**
 * Runs the checks of our own server: the host, rate limits, and whether the path and method exist.
 * @param fields receives response headers
 * @throws ServiceError
 */
async function admit(request: NextRequest, fields: Headers): Promise<void> {
  const { method, headers } = request;
  const { pathname } = request.nextUrl;
  if (!isServedHost(headers.get("host") ?? "", pathname)) {
    throw new ServiceError("BAD_REQUEST", { details: UNKNOWN_HOST });
  }
  const { operation, problem } = destinationOf(method, pathname);
  // API operations apply their own limits.
  if (operation?.startsWith("/v1/") && !problem) return;
  const { address } = callerOf(headers);
  await applyLimits(pathname, headers, address, (admission) => {
    for (const [name, value] of Object.entries(admission.fields)) fields.set(name, value);
  });
  if (problem) throw problem;
  await admitBody(pathname, headers, address);
}

/** Seconds: about one Postgres restart. The API uses the same value. */
const RETRY_AFTER = "2";

/** True for pages, which need the database. Form routes handle an outage themselves and keep the input. */
const isPageRead = ({ method, nextUrl }: NextRequest) =>
  ["GET", "HEAD"].includes(method) && !isFile(nextUrl.pathname);

async function handle(request: NextRequest, requestId: string): Promise<Response> {
  const { pathname } = request.nextUrl;
  const headers = new Headers(request.headers);
  headers.set("x-request-id", requestId);
  const forward = () => NextResponse.next({ request: { headers } });
  if (destinationOf(request.method, pathname).operation) return forward();
  // Next.js would render its own error page with a 500.
  if (isPageRead(request) && !(await isDatabaseReachable())) {
    addToLogContext({ unavailable: "database" });
    return plainPage("unavailable", 503, requestId, { "Retry-After": RETRY_AFTER });
  }
  if (DOCUMENT.test(pathname)) return forward();
  const policy = contentSecurityPolicy(crypto.randomUUID(), frameOrigins(pathname));
  // Next.js reads the nonce from this header and adds it to every script it renders.
  headers.set("content-security-policy", policy);
  const response = forward();
  response.headers.set("Content-Security-Policy", policy);
  return response;
}

export async function proxy(request: NextRequest): Promise<Response> {
  const requestId = requestIdFor(request);
  if (customServer().isActive) return handle(request, requestId);
  const fields = new Headers({ ...hstsHeader(), "X-Request-Id": requestId });
  const response = await admit(request, fields)
    .then(() => handle(request, requestId))
    .catch((thrown) => failureFor(thrown, request, requestId));
  for (const [name, value] of fields) response.headers.set(name, value);
  return response;
}

// A literal: Next.js reads it at build time.
export const config = { matcher: ["/((?!_next/static/).*)"] };
