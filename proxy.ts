/**
 * Runs before every page: says so if the database is away, and gives the page a content security policy with a nonce.
 * Without our server in front, it does first what that does otherwise (server/listener.ts).
 */
import { type NextRequest, NextResponse } from "next/server";
import { contentSecurityPolicy } from "#app/content-security-policy.ts";
import { databaseAnswers } from "#lib/database/availability.ts";
import { env } from "#lib/env.ts";
import { ServiceError } from "#lib/errors.ts";
import { applyLimits, isFile } from "#lib/http/admission.ts";
import { destinationsAmong } from "#lib/http/api-paths.ts";
import { callerOf } from "#lib/http/caller.ts";
import { failureFor, plainPage } from "#lib/http/plain-page.ts";
import { requestIdFor } from "#lib/http/request-context.ts";
import { httpsOnly } from "#lib/http/responses.ts";
import { isServedHost, UNSERVED } from "#lib/http/served-hosts.ts";
import { addToLogContext } from "#lib/log.ts";
import { customServer } from "#lib/singleton.ts";
import { apiMethods } from "./generated/api-methods.ts";

/** The one page with a frame: the demonstration bank's app, which shows the embedded flow. */
function framedBy(path: string): string[] {
  const { embedBaseUrl, publicBaseUrl, environment } = env();
  if (path !== "/sandbox/bank" || environment === "production") return [];
  const { origin } = new URL(embedBaseUrl);
  return [origin === new URL(publicBaseUrl).origin ? "'self'" : origin];
}

/** Files with policies of their own (next.config.ts). */
const DOCUMENT =
  /^\/(monograms\/.+|statements\/[^/]+|donations\/[^/]+\/receipt\/pdf|sandbox\/emails\/[^/]+\/html)$/;

const destinationOf = destinationsAmong(apiMethods);

/** Health checks ask under any name. */
const HEALTH_CHECKS = ["/healthz", "/readyz"];

/**
 * Checks what our server would check: the host, limits, and whether anything answers the path and the method.
 * @param fields gets headers for the response
 * @throws ServiceError
 */
async function admit(request: NextRequest, fields: Headers): Promise<void> {
  const { method, headers } = request;
  const { pathname } = request.nextUrl;
  if (!isServedHost(headers.get("host") ?? "") && !HEALTH_CHECKS.includes(pathname)) {
    throw new ServiceError("BAD_REQUEST", { details: UNSERVED });
  }
  const { operation, problem } = destinationOf(method, pathname);
  // Operations of the API count their callers themselves.
  if (!operation?.startsWith("/v1/") || problem) {
    await applyLimits(pathname, headers, callerOf(headers).address, (admission) => {
      for (const [name, value] of Object.entries(admission.fields)) fields.set(name, value);
    });
  }
  if (problem) throw problem;
}

/** About as long as Postgres takes to restart, in seconds; the API says the same. */
const RETRY_AFTER = "2";

/** Whether what is read needs the database: forms answer themselves, and keep what was entered. */
const isRead = ({ method, nextUrl }: NextRequest) =>
  ["GET", "HEAD"].includes(method) && !isFile(nextUrl.pathname);

async function answer(request: NextRequest, requestId: string): Promise<Response> {
  const { pathname } = request.nextUrl;
  const headers = new Headers(request.headers);
  headers.set("x-request-id", requestId);
  const passOn = () => NextResponse.next({ request: { headers } });
  if (destinationOf(request.method, pathname).operation) return passOn();
  // Next.js would render its own page of an error, with 500.
  if (isRead(request) && !(await databaseAnswers())) {
    addToLogContext({ away: "database" });
    return plainPage("unavailable", 503, requestId, { "Retry-After": RETRY_AFTER });
  }
  if (DOCUMENT.test(pathname)) return passOn();
  const policy = contentSecurityPolicy(crypto.randomUUID(), framedBy(pathname));
  // Next.js reads the nonce from here and puts it on every script that it writes.
  headers.set("content-security-policy", policy);
  const response = passOn();
  response.headers.set("Content-Security-Policy", policy);
  return response;
}

export async function proxy(request: NextRequest): Promise<Response> {
  const requestId = requestIdFor(request);
  if (customServer().isActive) return answer(request, requestId);
  const fields = new Headers({ ...httpsOnly(), "X-Request-Id": requestId });
  const response = await admit(request, fields)
    .then(() => answer(request, requestId))
    .catch((thrown) => failureFor(thrown, request, requestId));
  for (const [name, value] of fields) response.headers.set(name, value);
  return response;
}

// Literal, because Next.js reads it at build time.
export const config = { matcher: ["/((?!_next/static/).*)"] };
