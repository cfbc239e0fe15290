/** Route handlers for the authorization server. They adapt oidc-provider, which needs Node's request and response. */
import type { IncomingMessage } from "node:http";
import { inject } from "light-my-request";
import { widestNetworkOf } from "#lib/auth/limits/network.ts";
import { withPoolShareOf } from "#lib/database/shared-pool.ts";
import { callerOf } from "#lib/http/caller.ts";
import { plainPage } from "#lib/http/plain-page.ts";
import { receive } from "#lib/http/request.ts";
import { requestIdFor } from "#lib/http/request-context.ts";
import { API_HEADERS, failure } from "#lib/http/responses.ts";
import { oauthProvider } from "#lib/oauth/provider.ts";

/** Connection headers, which the server sets, and cookies, which are appended one by one. */
const SKIPPED_HEADERS = /^(connection|date|keep-alive|set-cookie|transfer-encoding)$/;

async function callProvider(request: Request): Promise<Response> {
  const { address } = callerOf(request.headers);
  const payload = Buffer.from(await receive(request.arrayBuffer()));
  const result = await withPoolShareOf(widestNetworkOf(address), async () => {
    const provider = await oauthProvider();
    return inject(
      (incoming, outgoing) => provider.callback()(incoming as IncomingMessage, outgoing),
      {
        method: request.method,
        url: request.url,
        headers: Object.fromEntries(request.headers),
        payload,
        remoteAddress: address,
      },
    );
  });
  const response = new Response(result.payload || null, {
    status: result.statusCode,
    headers: { ...API_HEADERS, "X-Request-Id": requestIdFor(request) },
  });
  for (const [name, value] of Object.entries(result.headers)) {
    if (!SKIPPED_HEADERS.test(name)) response.headers.set(name, String(value));
  }
  for (const cookie of [result.headers["set-cookie"] ?? []].flat()) {
    response.headers.append("Set-Cookie", cookie);
  }
  return response;
}

/** For API clients: errors are JSON. */
export const oauthEndpoint = (request: Request): Promise<Response> =>
  callProvider(request).catch((thrown) => failure(thrown, requestIdFor(request)));

/** For browsers: errors are pages. */
export async function oauthPage(request: Request): Promise<Response> {
  const response = await oauthEndpoint(request);
  const { status, headers } = response;
  if (status < 400) return response;
  const retry = headers.get("retry-after");
  const failure = status === 503 ? "unavailable" : "failed";
  const name = status >= 500 ? failure : "link-ended";
  return plainPage(name, status, requestIdFor(request), retry ? { "Retry-After": retry } : {});
}
