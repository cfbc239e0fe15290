/** The three response shapes of the API: the success envelope, the error, and the 422. */
import { Readable } from "node:stream";
import { StoredJson } from "../contract.ts";
import { isDatabaseUnavailable } from "../database/errors.ts";
import { env } from "../env.ts";
import { InvalidInput, ServiceError } from "../errors.ts";
import { log } from "../log.ts";

/** For the responses of an API. */
export const API_HEADERS = {
  "Cache-Control": "no-store",
  "X-Content-Type-Options": "nosniff",
  // In case a response is opened as a page, or another site loads it as an image or a script.
  "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
  "Cross-Origin-Resource-Policy": "same-origin",
  "Referrer-Policy": "no-referrer",
};

const JSON_TYPE = { "Content-Type": "application/json; charset=utf-8" };

/** For responses that set no headers of their own. */
export const NEVER_FRAMED = {
  "X-Content-Type-Options": "nosniff",
  "Content-Security-Policy": "frame-ancestors 'none'",
  "Referrer-Policy": "same-origin",
};

/** HSTS, if the product is served over https. Computed at runtime: a build doesn't know the public URL. */
export const hstsHeader = (): Record<string, string> =>
  env().publicBaseUrl.startsWith("https://")
    ? { "Strict-Transport-Security": "max-age=31536000; includeSubDomains" }
    : {};

export function json(
  status: number,
  body: unknown,
  requestId: string,
  headers: Record<string, string> = {},
): Response {
  const text = JSON.stringify(body);
  const length = String(Buffer.byteLength(text));
  return new Response(text, {
    status,
    headers: {
      ...API_HEADERS,
      ...JSON_TYPE,
      ...headers,
      "Content-Length": length,
      "X-Request-Id": requestId,
    },
  });
}

/** A success: `data` and `meta` in the envelope. */
export function success(
  status: number,
  data: unknown,
  requestId: string,
  meta: Record<string, unknown> = {},
): Response {
  const shownMeta = { request_id: requestId, ...meta };
  if (!(data instanceof StoredJson))
    return json(status, { success: true, data, meta: shownMeta }, requestId);
  const body = Readable.toWeb(Readable.from(enveloped(data, shownMeta)));
  return new Response(body as ReadableStream<Uint8Array>, {
    status,
    headers: { ...API_HEADERS, ...JSON_TYPE, "X-Request-Id": requestId },
  });
}

async function* enveloped({ parts }: StoredJson, meta: object): AsyncGenerator<Uint8Array> {
  yield Buffer.from('{"success":true,"data":');
  yield* parts;
  yield Buffer.from(`,"meta":${JSON.stringify(meta)}}`);
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

/** Every 401 must say how to authenticate (RFC 9110, 11.6.1). No scheme is registered for API keys. */
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

/** Converts anything thrown to a response. Unexpected errors are logged, and their details are not disclosed. */
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
