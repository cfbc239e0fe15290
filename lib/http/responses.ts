/** The three shapes in which the API answers: the envelope, the error and the 422. */
import { isDatabaseUnavailable } from "../database/errors.ts";
import { InvalidInput, ServiceError } from "../errors.ts";
import { log } from "../log.ts";

const JSON_HEADERS = {
  "Content-Type": "application/json; charset=utf-8",
  "Cache-Control": "no-store",
  "X-Content-Type-Options": "nosniff",
  // Where somebody opens it as a page, or another site wants it as a picture or a script.
  "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
  "Cross-Origin-Resource-Policy": "same-origin",
  "Referrer-Policy": "no-referrer",
};

/** Makes an answer with a JSON body, carrying the request's id. */
export function json(
  status: number,
  body: unknown,
  requestId: string,
  headers: Record<string, string> = {},
): Response {
  return new Response(JSON.stringify(body), {
    status,
    headers: { ...JSON_HEADERS, ...headers, "X-Request-Id": requestId },
  });
}

/** Success: `data` and `meta` in the envelope of the interface. */
export function success(
  status: number,
  data: unknown,
  requestId: string,
  meta: Record<string, unknown> = {},
): Response {
  return json(status, { success: true, data, meta: { request_id: requestId, ...meta } }, requestId);
}

function errorBody(error: ServiceError, requestId: string) {
  return {
    success: false,
    error: {
      code: error.code,
      message: error.message,
      ...(error.details ? { details: error.details } : {}),
    },
    meta: { request_id: requestId },
  };
}

/** How to authenticate, which every 401 has to say (RFC 9110, 11.6.1). No scheme for API keys is registered. */
export const CHALLENGES = {
  key: 'ApiKey realm="bank", header="X-Service-API-Key"',
  token: 'Bearer realm="portal"',
  wrongToken: 'Bearer realm="portal", error="invalid_token"',
} as const;

function challengeOf({ status, code }: ServiceError): Record<string, string> {
  if (status !== 401) return {};
  const isWrong = /^ACCESS_TOKEN_(INVALID|EXPIRED)$/.test(code);
  const kind = code.startsWith("API_KEY_") ? "key" : isWrong ? "wrongToken" : "token";
  return { "WWW-Authenticate": CHALLENGES[kind] };
}

/** What anything thrown becomes. Surprises are logged and told without their particulars. */
export function failure(thrown: unknown, requestId: string): Response {
  if (thrown instanceof InvalidInput) {
    return json(422, { detail: thrown.violations }, requestId);
  }
  if (thrown instanceof ServiceError) {
    const headers = { ...challengeOf(thrown), ...thrown.headers };
    return json(thrown.status, errorBody(thrown, requestId), requestId, headers);
  }
  if (isDatabaseUnavailable(thrown)) {
    log().warn(
      { request_id: requestId, reason: (thrown as Error).message },
      "database unavailable",
    );
    return failure(
      new ServiceError("SERVICE_UNAVAILABLE", { headers: { "Retry-After": "2" } }),
      requestId,
    );
  }
  log().error({ request_id: requestId, err: thrown }, "request failed");
  return failure(new ServiceError("INTERNAL_ERROR"), requestId);
}
