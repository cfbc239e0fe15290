/** Adjusts the library's responses, and logs its errors. */
import type { KoaContextWithOIDC as Context, Provider } from "oidc-provider";
import { isDatabaseUnavailable } from "../database/errors.ts";
import { log } from "../log.ts";
import { resumeCookie } from "./paths.ts";

/** The library's own session, which is neither stored nor sent to browsers. */
export const SESSION_COOKIE = "oauth-session";

/** Banks may cache for less time than a new signing key is published before it signs. */
const CACHE_CONTROL = "public, max-age=300";

/** Drops the session cookie, and keeps the library from deleting the resume cookie: returning can be repeated. */
function dropCookies({ res }: Context): void {
  const cookies = [res.getHeader("set-cookie") ?? []].flat().map(String);
  const dropped = [`${SESSION_COOKIE}=`, `${resumeCookie()}=;`];
  const kept = cookies.filter((cookie) => !dropped.some((name) => cookie.startsWith(name)));
  if (kept.length > 0) res.setHeader("Set-Cookie", kept);
  else res.removeHeader("set-cookie");
}

/** Any site may read the public documents. Everything else is for servers and this site. */
function limitOrigins(ctx: Context, isDocument: boolean): void {
  for (const name of ctx.res.getHeaderNames()) {
    if (name.startsWith("access-control-")) ctx.remove(name);
  }
  if (!isDocument || ctx.status !== 200) return;
  ctx.set("Access-Control-Allow-Origin", "*");
  ctx.set("Cache-Control", CACHE_CONTROL);
}

/**
 * Removes what banks can't use: linking an account pushes the request, so there is no endpoint for it. A client
 * library that finds pushed requests or request objects would try to send them.
 */
function pruneDiscoveryDocument(body: unknown): void {
  if (typeof body !== "object" || body === null) return;
  const document = body as Record<string, unknown>;
  for (const name of Object.keys(document)) {
    if (/pushed_authorization|^request_|_request_object/.test(name)) delete document[name];
  }
  // If omitted, these default to supported.
  document.request_uri_parameter_supported = false;
  document.response_modes_supported = ["query"];
}

/** Middleware for every request to the library. */
export async function finishResponse(ctx: Context, next: () => Promise<void>): Promise<void> {
  await next();
  const isDiscovery = ctx.path.startsWith("/.well-known/");
  if (isDiscovery) pruneDiscoveryDocument(ctx.body);
  dropCookies(ctx);
  limitOrigins(ctx, isDiscovery || ctx.path === "/oauth/jwks");
}

const RETRY_AFTER_SECONDS = "2";

function reportFailure(ctx: Context, error: unknown): void {
  if (!isDatabaseUnavailable(error)) {
    log().error({ err: error }, "authorization server failed");
    return;
  }
  log().warn({ reason: (error as Error).message }, "database unavailable");
  ctx.status = 503;
  ctx.set("Retry-After", RETRY_AFTER_SECONDS);
}

/** Replaces the library's response after an error outside it. */
export function answerFailure(ctx: Context, error: unknown): void {
  ctx.remove("Location");
  ctx.status = 500;
  ctx.body = { error: "server_error" };
  reportFailure(ctx, error);
}

/** Server errors are logged as errors, and become a 503 if the database is unavailable. A bank's mistakes are info. */
export function reportErrors(provider: Provider): void {
  provider.on("server_error", reportFailure);
  provider.on("grant.error", (_, error) => {
    log().info({ reason: error.message, detail: detailOf(error) }, "code not redeemed");
  });
  provider.onerror = (error) => log().error({ err: error }, "authorization server failed");
}

/** The bank receives it, too. */
const detailOf = (error: Error) => (error as { error_description?: string }).error_description;
