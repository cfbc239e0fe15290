/** What the library's responses say, and what is logged of its errors. */
import type { Context, Provider } from "oidc-provider";
import { isDatabaseUnavailable } from "../database/errors.ts";
import { log } from "../log.ts";
import { resumeCookie } from "./places.ts";

/** The library's own session, which is neither kept nor sent to browsers. */
export const SESSION_COOKIE = "oauth-session";

/** What banks cache: for less time than a new signing key is published before it signs. */
const CACHED = "public, max-age=300";

/** Drops the session's cookie. Nor is the cookie of the way back deleted, which can be repeated until it ends. */
function dropCookies({ res }: Context): void {
  const cookies = [res.getHeader("set-cookie") ?? []].flat().map(String);
  const dropped = [`${SESSION_COOKIE}=`, `${resumeCookie()}=;`];
  const kept = cookies.filter((cookie) => !dropped.some((name) => cookie.startsWith(name)));
  if (kept.length > 0) res.setHeader("Set-Cookie", kept);
  else res.removeHeader("set-cookie");
}

/** Documents are for every site to read. Everything else is for servers, and for this site. */
function limitOrigins(ctx: Context, isDocument: boolean): void {
  for (const name of ctx.res.getHeaderNames()) {
    if (name.startsWith("access-control-")) ctx.remove(name);
  }
  if (!isDocument || ctx.status !== 200) return;
  ctx.set("Access-Control-Allow-Origin", "*");
  ctx.set("Cache-Control", CACHED);
}

/**
 * Requests are pushed by linking an account, not at an endpoint of the library's, and name no response mode. A
 * library that reads of pushed requests or request objects would try to send them.
 */
function describeWhatIsServed(body: unknown): void {
  if (typeof body !== "object" || body === null) return;
  const document = body as Record<string, unknown>;
  for (const name of Object.keys(document)) {
    if (/pushed_authorization|^request_|_request_object/.test(name)) delete document[name];
  }
  // They are supported if nothing is said.
  document.request_uri_parameter_supported = false;
  document.response_modes_supported = ["query"];
}

/** Runs around every request to the library. */
export async function finishResponse(ctx: Context, next: () => Promise<void>): Promise<void> {
  await next();
  const isDiscovery = ctx.path.startsWith("/.well-known/");
  if (isDiscovery) describeWhatIsServed(ctx.body);
  dropCookies(ctx);
  limitOrigins(ctx, isDiscovery || ctx.path === "/oauth/jwks");
}

/** Seconds, as everywhere. */
const RETRY_AFTER = "2";

function reportFailure(ctx: Context, error: unknown): void {
  if (!isDatabaseUnavailable(error)) {
    log().error({ err: error }, "authorization server failed");
    return;
  }
  log().warn({ reason: (error as Error).message }, "database unavailable");
  ctx.status = 503;
  ctx.set("Retry-After", RETRY_AFTER);
}

/** Answers an error that was thrown outside the library, in place of what it has answered. */
export function answerFailure(ctx: Context, error: unknown): void {
  ctx.remove("Location");
  ctx.status = 500;
  ctx.body = { error: "server_error" };
  reportFailure(ctx, error);
}

/** Errors of ours are logged, and are 503 if the database was unavailable. A bank's errors are its own. */
export function reportErrors(provider: Provider): void {
  provider.on("server_error", reportFailure);
  provider.on("grant.error", (_, error) => {
    log().info({ reason: error.message, detail: detailOf(error) }, "code not redeemed");
  });
  provider.on("error", (error: Error) =>
    log().error({ err: error }, "authorization server failed"),
  );
}

/** What the bank is told, too. */
const detailOf = (error: Error) => (error as { error_description?: string }).error_description;
