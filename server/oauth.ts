/** The authorization server's endpoints, behind the front door's limits. The library answers them itself. */
import type { IncomingMessage, ServerResponse } from "node:http";
import { widestNetworkOf } from "#lib/auth/limits/network.ts";
import { withPoolShareOf } from "#lib/database/shared-pool.ts";
import { type Revision, reviseResponse } from "#lib/framework/response.ts";
import type { RequestContext } from "#lib/http/request-context.ts";
import { OAUTH_PATHS } from "#lib/oauth/places.ts";
import { oauthProvider } from "#lib/oauth/provider.ts";
import { readPublicPage } from "./noscript-fallback.ts";

const GET = ["GET", "HEAD"];

/** Folder path → methods. */
export const OAUTH_ENDPOINTS: Record<string, string[]> = {
  "/.well-known/openid-configuration": GET,
  "/.well-known/oauth-authorization-server": GET,
  [OAUTH_PATHS.jwks]: GET,
  [OAUTH_PATHS.authorization]: GET,
  [`${OAUTH_PATHS.authorization}/[uid]`]: GET,
  [OAUTH_PATHS.token]: ["POST"],
  [OAUTH_PATHS.userinfo]: [...GET, "POST"],
};

/** The endpoint of a path, by its name in the log, or undefined. */
export function oauthEndpointOf(path: string): string | undefined {
  const name = path.replace(/^\/oauth\/auth\/[^/]+$/, "/oauth/auth/[uid]");
  return Object.hasOwn(OAUTH_ENDPOINTS, name) && !path.includes("[") ? name : undefined;
}

const HEADERS = {
  "Cache-Control": "no-store",
  "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
  "Cross-Origin-Resource-Policy": "same-origin",
  "Referrer-Policy": "no-referrer",
  "X-Content-Type-Options": "nosniff",
};

/** For people, whose browser is between two pages of ours. */
const isForPeople = (endpoint: string) => endpoint.startsWith(OAUTH_PATHS.authorization);

function pageOf(status: number): string {
  if (status === 503) return "away.html";
  return status >= 500 ? "failed.html" : "link-ended.html";
}

/** A page in place of an error for programs. */
function asPage(outgoing: ServerResponse, status: number): Revision {
  return () => {
    for (const name of ["content-length", "content-type", "set-cookie"])
      outgoing.removeHeader(name);
    outgoing.setHeader("Content-Type", "text/html; charset=utf-8");
    outgoing.setHeader(
      "Content-Security-Policy",
      "default-src 'none'; style-src 'self'; frame-ancestors 'none'",
    );
    return [[status], readPublicPage(pageOf(status))];
  };
}

/** Passes a request on to the library. */
export async function serveOauth(
  endpoint: string,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  { requestId, address }: RequestContext,
): Promise<void> {
  for (const [name, value] of Object.entries(HEADERS)) outgoing.setHeader(name, value);
  outgoing.setHeader("X-Request-Id", requestId);
  if (isForPeople(endpoint)) {
    reviseResponse(outgoing, (status) => (status >= 400 ? asPage(outgoing, status) : undefined));
  }
  await withPoolShareOf(widestNetworkOf(address), async () => {
    const provider = await oauthProvider();
    await provider.callback()(incoming, outgoing);
  });
}
