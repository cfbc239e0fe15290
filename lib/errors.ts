/**
 * The catalog of all errors, from which responses, OpenAPI, and docs are generated. Domains throw these;
 * lib/http converts them to responses, in one place.
 */

const withStatus = <Code extends string>(status: number, messages: Record<Code, string>) =>
  Object.fromEntries(
    Object.entries(messages).map(([code, message]) => [code, { status, message }]),
  ) as Record<Code, { status: number; message: string }>;

/** Code → status, and the message for the caller. */
export const ERRORS = {
  ...withStatus(400, {
    BAD_REQUEST: "The URL, a header, or the body can't be parsed.",
  }),
  ...withStatus(401, {
    API_KEY_MISSING: "Send your API key in the X-Service-API-Key header.",
    API_KEY_INVALID: "This API key is invalid.",
    API_KEY_REVOKED: "This API key has been revoked. Use a new one.",
    API_KEY_EXPIRED: "This API key has expired. Use a new one.",
    API_KEY_NOT_RELEASED: "This API key works once another admin of your team has released it.",
    API_KEY_WRONG_NETWORK: "This API key doesn't work from this network.",
    API_KEY_WRONG_ENVIRONMENT:
      "This API key belongs to another environment (svc_test_ keys work only in the sandbox).",
    ACCESS_TOKEN_MISSING: "Send your access token in the Authorization header, as a Bearer token.",
    ACCESS_TOKEN_INVALID: "This access token is invalid.",
    ACCESS_TOKEN_EXPIRED: "This access token has expired. Refresh it.",
    INVALID_CREDENTIALS: "Incorrect email or password.",
    MFA_REQUIRED: "Send the second-factor code as mfa_code.",
    MFA_INVALID: "This code is incorrect or was already used.",
    REFRESH_TOKEN_INVALID: "This refresh token is invalid.",
    REFRESH_TOKEN_EXPIRED: "This session has ended. Sign in again.",
    REFRESH_TOKEN_REUSED:
      "This refresh token was already used, so its session was ended. Sign in again.",
    RESET_TOKEN_INVALID:
      "This link has expired, was already used, or five passwords were refused. Request a new one.",
  }),
  ...withStatus(403, {
    FORBIDDEN: "This account isn't allowed to do that.",
    STEP_UP_REQUIRED:
      "This requires a second factor verified in the last 10 minutes. Sign in again and send its code as mfa_code.",
    API_KEY_SCOPE: "This API key's scope doesn't include this operation.",
    CORRECTIONS_DISABLED:
      "Your bank hasn't allowed corrections by API. One of its admins can, or its team corrects the donation itself.",
    BANK_SUSPENDED: "This bank can't link accounts or give at the moment. Nothing was given.",
  }),
  ...withStatus(404, {
    ACCOUNT_NOT_FOUND: "No account has this ID.",
    DONATION_NOT_FOUND: "No donation has this ID.",
    SCHOOL_NOT_FOUND: "No school has this ID.",
    FUND_NOT_FOUND: "No fund of the school has this ID.",
    ENDPOINT_NOT_FOUND: "No webhook endpoint has this ID.",
    EVENT_NOT_FOUND: "No event has this ID.",
    BATCH_NOT_FOUND: "No batch has this ID.",
    CORRECTION_NOT_FOUND: "No correction has this ID.",
    STATEMENT_NOT_FOUND: "No statement has this ID.",
    REPLAY_NOT_FOUND: "No replay has this ID.",
    COMPARISON_NOT_FOUND: "No comparison has this ID. They're kept for 30 days.",
    CERTIFICATION_NOT_FOUND: "No certification run has this ID. They're kept for 90 days.",
    NOT_FOUND: "The requested URL doesn't exist.",
  }),
  ...withStatus(405, {
    METHOD_NOT_ALLOWED: "Method not allowed.",
  }),
  ...withStatus(409, {
    DONATION_DUPLICATE: "A donation with this bank_transaction_ref was already submitted.",
    ACCOUNT_ALREADY_LINKED: "This bank_user_id is already linked.",
    CONSENT_REQUIRED:
      "The customer has disconnected your bank in the portal. Link with redirect_uri, so that they can consent.",
    AUTHORIZATION_DECLINED: "The bank has declined this gift. Nothing was given.",
    ENDPOINT_DISABLED: "This webhook endpoint is disabled. Enable it first.",
    CERTIFICATION_RUNNING: "A certification of your bank is running. Wait until it has ended.",
    TOO_MANY_REPLAYS:
      "The maximum number of replays is already running. Wait until one has completed.",
    TOO_MANY_FUNDS: "The school has the maximum number of funds. Change one instead.",
    LAST_FUND: "This is the school's only fund in use. Add another before you retire it.",
    BATCH_OPEN: "This batch is still open. Close it first.",
    BATCH_EMPTY: "This batch has no gifts that can be exported yet.",
    CORRECTION_NOT_POSSIBLE:
      "This donation can't be corrected in this way now. details.reason says why. Nothing was changed.",
    PAYMENT_DUPLICATE:
      "This payment was already recorded, or the payment_ref was used for another one.",
    RECEIPT_NOT_READY: "The receipt is available once the school has confirmed the donation.",
  }),
  ...withStatus(411, {
    LENGTH_REQUIRED:
      "Send the body with its Content-Length. Only operations under /v1 take one without.",
  }),
  ...withStatus(413, {
    PAYLOAD_TOO_LARGE: "The body is too large. The limit is 64 KiB, or 1 MiB for a CSV file.",
  }),
  ...withStatus(415, {
    UNSUPPORTED_MEDIA_TYPE: "Send the body as application/json in UTF-8, uncompressed.",
  }),
  ...withStatus(429, {
    RATE_LIMITED: "Too many requests. Wait for the number of seconds in Retry-After.",
  }),
  ...withStatus(500, {
    INTERNAL_ERROR: "Something went wrong on our side. We've logged the error.",
  }),
  ...withStatus(503, {
    AUTHORIZATION_UNAVAILABLE:
      "The bank didn't answer whether it approves this gift. Nothing was given.",
    SERVICE_UNAVAILABLE: "The service is temporarily unavailable. Retry with the same reference.",
  }),
};

export type ErrorCode = keyof typeof ERRORS;

/** A rejected request, with a reason the caller may see. */
export class ServiceError extends Error {
  override name = "ServiceError";
  readonly code: ErrorCode;
  readonly details: Record<string, unknown> | undefined;
  readonly headers: Record<string, string>;

  constructor(
    code: ErrorCode,
    options: { details?: Record<string, unknown>; headers?: Record<string, string> } = {},
  ) {
    super(ERRORS[code].message);
    this.code = code;
    this.details = options.details;
    this.headers = options.headers ?? {};
  }

  get status(): number {
    return ERRORS[this.code].status;
  }
}

/** A limit of `points` in each window of `seconds`, with its name in the headers. */
export type LimitPolicy = { name: string; points: number; seconds: number };

/** A limit's headers. @param left the seconds until the window ends */
export const limitHeaders = (limit: LimitPolicy, remaining: number, left: number) => ({
  "RateLimit-Policy": `"${limit.name}";q=${limit.points};w=${limit.seconds}`,
  RateLimit: `"${limit.name}";r=${remaining};t=${left}`,
});

/** The error for whoever has reached a limit. @param seconds how long they have to wait */
export const tooManyAttempts = ({ seconds, policy }: { seconds: number; policy: LimitPolicy }) =>
  new ServiceError("RATE_LIMITED", {
    headers: { ...limitHeaders(policy, 0, seconds), "Retry-After": String(seconds) },
  });

const DAY_SECONDS = 86_400;

/** The refusal of what a bank may do only so often in a UTC day. */
export function tooManyToday(name: string, points: number): ServiceError {
  const seconds = Math.ceil(DAY_SECONDS - ((Date.now() / 1_000) % DAY_SECONDS));
  return tooManyAttempts({ seconds, policy: { name, points, seconds: DAY_SECONDS } });
}

/** What was found, or null if it's rejected with this code. */
export const nullIf = <Found>(code: ErrorCode, found: Promise<Found>): Promise<Found | null> =>
  found.catch((error) => {
    if (error instanceof ServiceError && error.code === code) return null;
    throw error;
  });

/** The `type` of each item of a 422, a closed list. */
export const VIOLATION_TYPES = [
  "missing",
  "string_type",
  "string_too_short",
  "string_too_long",
  "greater_than",
  "greater_than_equal",
  "less_than_equal",
  "int_type",
  "int_parsing",
  "float_type",
  "bool_type",
  "bool_parsing",
  "uuid_parsing",
  "datetime_parsing",
  "enum",
  "url_parsing",
  "dict_type",
  "value_error",
  "json_invalid",
  "model_type",
  "school_not_found",
  "school_inactive",
  "below_school_minimum",
  "limit_exceeded",
  "account_not_found",
  "account_not_active",
  "loyalty_account_not_found",
  "decimal_max_places",
  "cursor_invalid",
  "extra_forbidden",
] as const;

export type ViolationType = (typeof VIOLATION_TYPES)[number];

/** One violation of the input; `loc[0]` is `path`, `query`, `header` or `body`. */
export type Violation = { loc: (string | number)[]; msg: string; type: ViolationType };

/** The maximum number reported: a 64 KiB body can contain ten thousand, and the response would be twelve times its size. */
export const MAX_VIOLATIONS = 100;

/** The message about a name that a request gives twice, which may be any text. */
export const REPEATED_NAME = "This name is given twice";

export const violation = (
  loc: Violation["loc"],
  msg: string,
  type: ViolationType = "value_error",
): Violation => ({ loc, msg, type });

/** Input that violates its schema or conflicts with the data. Contains every violation found. */
export class InvalidInput extends Error {
  override name = "InvalidInput";
  readonly violations: Violation[];

  constructor(violations: Violation[]) {
    super(violations.map((violation) => violation.msg).join(" "));
    this.violations = violations;
  }
}

/** One violation, of a field of the body. */
export const invalid = (field: string, msg: string, type?: ViolationType) =>
  new InvalidInput([violation(["body", field], msg, type)]);
