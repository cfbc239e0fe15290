/** The errors and headers of the OpenAPI document. */
import { z } from "zod";
import type {
  ZodOpenApiMediaTypeObject,
  ZodOpenApiResponseObject,
  ZodOpenApiResponsesObject,
} from "zod-openapi";
import type { Contract } from "../contract.ts";
import { ERRORS, type ErrorCode } from "../errors.ts";
import { errorBody, violationBody } from "./response-schemas.ts";

export const REQUEST_ID = "01989a64-7f3e-7c55-a2b1-6f2d8c0e4b17";

const FOR_TOKEN: ErrorCode[] = [
  "ACCESS_TOKEN_MISSING",
  "ACCESS_TOKEN_INVALID",
  "ACCESS_TOKEN_EXPIRED",
  "FORBIDDEN",
];

const BY_AUTH: Record<Contract["auth"], ErrorCode[]> = {
  key: [
    "API_KEY_MISSING",
    "API_KEY_INVALID",
    "API_KEY_REVOKED",
    "API_KEY_EXPIRED",
    "API_KEY_NOT_RELEASED",
    "API_KEY_WRONG_NETWORK",
    "API_KEY_WRONG_ENVIRONMENT",
    "API_KEY_SCOPE",
  ],
  token: FOR_TOKEN,
  session: FOR_TOKEN,
  school: FOR_TOKEN,
  none: [],
};
const COMMON: ErrorCode[] = [
  "METHOD_NOT_ALLOWED",
  "RATE_LIMITED",
  "BAD_REQUEST",
  "INTERNAL_ERROR",
  "SERVICE_UNAVAILABLE",
];
const FOR_BODY: ErrorCode[] = ["UNSUPPORTED_MEDIA_TYPE", "PAYLOAD_TOO_LARGE"];

const DETAILS: Partial<Record<ErrorCode, Record<string, unknown>>> = {
  DONATION_DUPLICATE: {
    donation_id: "01989a64-8d20-7b1c-9a44-2f7f0f6f5a10",
    status: "completed",
    same_request: true,
  },
  CONSENT_REQUIRED: { required: ["redirect_uri"] },
  ACCOUNT_ALREADY_LINKED: { service_user_id: "01989a64-1c5a-7d3e-8f21-5b0f4f0c9e77" },
};

/** Errors shared by all operations, by those with the same credential, or by those with a body. */
export const SHARED_CODES = new Set([...BY_AUTH.key, ...BY_AUTH.token, ...COMMON, ...FOR_BODY]);

/** Every error code that an operation may return, besides the 422. */
export function errorCodesOf(contract: Pick<Contract, "auth" | "body" | "errors">): ErrorCode[] {
  const forBody = contract.body ? FOR_BODY : [];
  return [...new Set([...BY_AUTH[contract.auth], ...COMMON, ...forBody, ...contract.errors])];
}

export function takesInput({ params, query, headers, body }: Contract): boolean {
  return Boolean(params || query || headers || body);
}

const header = (description: string, example: string) =>
  z
    .string()
    .optional()
    .meta({ description, examples: [example] });

const webhookHeader = (description: string, example: string) =>
  z.string().meta({ description, examples: [example] });

export const HEADERS = {
  answer: {
    RequestId: header(
      "The request's ID: the `X-Request-Id` you sent, or else a generated one.",
      REQUEST_ID,
    ),
    RateLimitPolicy: header(
      "The number of requests (`q`) allowed in a window of `w` seconds, for each `key`, for each " +
        "`cardholder`, or for each `network` without a recent valid credential. A response larger than " +
        "64 KiB counts as one more request for each further 64 KiB, or part of it. `daily-rows` and " +
        "`daily-bytes` limit what a bank stores a day (UTC).",
      '"key";q=600;w=2',
    ),
    RateLimit: header(
      "The number of requests remaining (`r`), and the seconds until the window ends (`t`).",
      '"key";r=599;t=2',
    ),
    Allow: header("The methods that this path has.", "GET, HEAD"),
    WwwAuthenticate: header(
      "How to authenticate (RFC 9110).",
      'ApiKey realm="bank", header="X-Service-API-Key"',
    ),
    RetryAfter: z
      .int()
      .min(1)
      .optional()
      .meta({ description: "The number of seconds to wait before retrying.", examples: [1] }),
  },
  webhook: z.object({
    "webhook-id": webhookHeader(
      "The event's ID, the same in every retry and replay. Use it as your idempotency key.",
      "01989a65-0b7e-7a90-b0d5-3c1f7c1d2e33",
    ),
    "webhook-timestamp": webhookHeader("The time of this attempt, in Unix seconds.", "1785000000"),
    "webhook-signature": webhookHeader(
      "`v1,` followed by the base64 HMAC-SHA256 of `id.timestamp.body`. Two signatures, separated " +
        "by a space, while a secret is being rotated.",
      "v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=",
    ),
  }),
};

/** Sent before the caller is identified, and so without rate-limit headers. */
const UNCOUNTED = [400, 405];

export function headersOf(status: number) {
  const { RequestId, RateLimitPolicy, RateLimit, Allow, WwwAuthenticate, RetryAfter } =
    HEADERS.answer;
  return z.object({
    "X-Request-Id": RequestId,
    ...(UNCOUNTED.includes(status) ? {} : { "RateLimit-Policy": RateLimitPolicy, RateLimit }),
    ...(status === 405 ? { Allow } : {}),
    ...(status === 401 ? { "WWW-Authenticate": WwwAuthenticate } : {}),
    ...(status === 429 || status === 503 ? { "Retry-After": RetryAfter } : {}),
  });
}

export function exampleError(code: ErrorCode) {
  const details = DETAILS[code];
  const { message } = ERRORS[code];
  const error = { code, message, ...(details ? { details } : {}) };
  return { success: false, error, meta: { request_id: REQUEST_ID } };
}

const EXAMPLE_VIOLATION = {
  detail: [
    { loc: ["query", "limit"], msg: "Input should be at most 100", type: "less_than_equal" },
  ],
};
export const EXAMPLE_BODY_VIOLATION = {
  detail: [
    { loc: ["body", "school_id"], msg: "Field required", type: "missing" },
    { loc: ["body", "dollar_amount"], msg: "Input should be greater than 0", type: "greater_than" },
  ],
};

const documentedResponse = (
  status: number,
  description: string,
  content: ZodOpenApiMediaTypeObject,
) => ({
  description,
  headers: headersOf(status),
  content: { "application/json": content },
});

/** The error responses of an operation, by status, with an example of each code. */
export function documentedErrors(contract: Contract): ZodOpenApiResponsesObject {
  const responses: Record<number, ZodOpenApiResponseObject> = {};
  const byStatus = Map.groupBy(errorCodesOf(contract), (code) => ERRORS[code].status);
  for (const [status, codes] of byStatus) {
    const examples = Object.fromEntries(
      codes.map((code) => [code, { summary: ERRORS[code].message, value: exampleError(code) }]),
    );
    const description = codes.map((code) => `\`${code}\``).join(", ");
    responses[status] = documentedResponse(status, description, { schema: errorBody, examples });
  }
  if (takesInput(contract)) {
    const description = "The input is invalid. Lists every problem, up to a hundred.";
    const example = contract.body ? EXAMPLE_BODY_VIOLATION : EXAMPLE_VIOLATION;
    responses[422] = documentedResponse(422, description, { schema: violationBody, example });
  }
  return responses;
}
