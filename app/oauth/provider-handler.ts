/** The authorization server's endpoints as route handlers. The library, which wants Node's request and response, answers. */
import type { IncomingMessage } from "node:http";
import { inject } from "light-my-request";
import { widestNetworkOf } from "#lib/auth/limits/network.ts";
import { withPoolShareOf } from "#lib/database/shared-pool.ts";
import { callerOf } from "#lib/http/caller.ts";
import { plainPage } from "#lib/http/plain-page.ts";
import { receive } from "#lib/http/request.ts";
import { requestIdFor } from "#lib/http/request-context.ts";
import { failure } from "#lib/http/responses.ts";
import { oauthProvider } from "#lib/oauth/provider.ts";

const HEADERS = {
  "Cache-Control": "no-store",
  "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
  "Cross-Origin-Resource-Policy": "same-origin",
  "Referrer-Policy": "no-referrer",
  "X-Content-Type-Options": "nosniff",
};

/** What the server says of the connection. Cookies are several. */
const LEFT_OUT = /^(connection|date|keep-alive|set-cookie|transfer-encoding)$/;

async function callProvider(request: Request): Promise<Response> {
  const { address } = callerOf(request.headers);
  const payload = Buffer.from(await receive(request.arrayBuffer()));
  const answer = await withPoolShareOf(widestNetworkOf(address), async () => {
    const provider = await oauthProvider();
    return inject(
      (incoming, outgoing) => provider.callback()(incoming as IncomingMessage, outgoing),
      {
        method: request.method,
        url: request.url,
        headers: Object.fromEntries(request.headers),
        payload,
      },
    );
  });
  const response = new Response(answer.payload || null, {
    status: answer.statusCode,
    headers: { ...HEADERS, "X-Request-Id": requestIdFor(request) },
  });
  for (const [name, value] of Object.entries(answer.headers)) {
    if (!LEFT_OUT.test(name)) response.headers.set(name, String(value));
  }
  for (const cookie of [answer.headers["set-cookie"] ?? []].flat()) {
    response.headers.append("Set-Cookie", cookie);
  }
  return response;
}

/** Passes a program's request on to the library. */
export const oauthEndpoint = (request: Request): Promise<Response> =>
  callProvider(request).catch((thrown) => failure(thrown, requestIdFor(request)));

/** The same for a person, whose browser is between two pages of ours: a page in place of an error. */
export async function oauthPage(request: Request): Promise<Response> {
  const response = await oauthEndpoint(request);
  const { status, headers } = response;
  if (status < 400) return response;
  const retry = headers.get("retry-after");
  const failed = status === 503 ? "unavailable" : "failed";
  const name = status >= 500 ? failed : "link-ended";
  return plainPage(name, status, requestIdFor(request), retry ? { "Retry-After": retry } : {});
}
