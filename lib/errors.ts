/**
 * The catalog of all errors, from which responses, OpenAPI, and docs are generated. Domains throw these;
 * lib/http converts them to responses, in one place.
 */

/** Code → status, and the message for the caller. */
export const ERRORS = {
  BAD_REQUEST: { status: 400, message: "The URL, a header, or the body can't be parsed." },
  API_KEY_MISSING: { status: 401, message: "Send your API key in the X-Service-API-Key header." },
  API_KEY_INVALID: { status: 401, message: "This API key is invalid." },
  API_KEY_REVOKED: { status: 401, message: "This API key has been revoked. Use a new one." },
  API_KEY_WRONG_ENVIRONMENT: {
    status: 401,
    message:
      "This API key belongs to another environment (svc_test_ keys work only in the sandbox).",
  },
  ACCESS_TOKEN_MISSING: {
    status: 401,
    message: "Send your access token in the Authorization header, as a Bearer token.",
  },
  ACCESS_TOKEN_INVALID: { status: 401, message: "This access token is invalid." },
  ACCESS_TOKEN_EXPIRED: { status: 401, message: "This access token has expired. Refresh it." },
  INVALID_CREDENTIALS: { status: 401, message: "Incorrect email or password." },
  MFA_REQUIRED: { status: 401, message: "Send the second-factor code as mfa_code." },
  MFA_INVALID: { status: 401, message: "This code is incorrect or was already used." },
  REFRESH_TOKEN_INVALID: { status: 401, message: "This refresh token is invalid." },
  REFRESH_TOKEN_EXPIRED: { status: 401, message: "This session has ended. Sign in again." },
  REFRESH_TOKEN_REUSED: {
    status: 401,
    message: "This refresh token was already used, so its session was ended. Sign in again.",
  },
  RESET_TOKEN_INVALID: {
    status: 401,
    message:
      "This link has expired, was already used, or five passwords were refused. Request a new one.",
  },
  FORBIDDEN: { status: 403, message: "This account isn't allowed to do that." },
  STEP_UP_REQUIRED: {
    status: 403,
    message:
      "This requires a second factor verified in the last 10 minutes. Sign in again and send its code as mfa_code.",
  },
  BANK_SUSPENDED: {
    status: 403,
    message: "This bank can't link accounts or give at the moment. Nothing was given.",
  },
  ACCOUNT_NOT_FOUND: { status: 404, message: "No account has this ID." },
  DONATION_NOT_FOUND: { status: 404, message: "No donation has this ID." },
  SCHOOL_NOT_FOUND: { status: 404, message: "No school has this ID." },
  FUND_NOT_FOUND: { status: 404, message: "No fund of the school has this ID." },
  ENDPOINT_NOT_FOUND: { status: 404, message: "No webhook endpoint has this ID." },
  EVENT_NOT_FOUND: { status: 404, message: "No event has this ID." },
  BATCH_NOT_FOUND: { status: 404, message: "No batch has this ID." },
  REPLAY_NOT_FOUND: { status: 404, message: "No replay has this ID." },
  NOT_FOUND: { status: 404, message: "The requested URL doesn't exist." },
  METHOD_NOT_ALLOWED: { status: 405, message: "Method not allowed." },
  DONATION_DUPLICATE: {
    status: 409,
    message: "A donation with this bank_transaction_ref was already submitted.",
  },
  ACCOUNT_ALREADY_LINKED: { status: 409, message: "This bank_user_id is already linked." },
  CONSENT_REQUIRED: {
    status: 409,
    message:
      "The customer has disconnected your bank in the portal. Link with redirect_uri, so that they can consent.",
  },
  AUTHORIZATION_DECLINED: {
    status: 409,
    message: "The bank has declined this gift. Nothing was given.",
  },
  ENDPOINT_DISABLED: {
    status: 409,
    message: "This webhook endpoint is disabled. Enable it first.",
  },
  TOO_MANY_REPLAYS: {
    status: 409,
    message: "The maximum number of replays is already running. Wait until one has completed.",
  },
  TOO_MANY_FUNDS: {
    status: 409,
    message: "The school has the maximum number of funds. Change one instead.",
  },
  LAST_FUND: {
    status: 409,
    message: "This is the school's only fund in use. Add another before you retire it.",
  },
  BATCH_OPEN: { status: 409, message: "This batch is still open. Close it first." },
  BATCH_EMPTY: { status: 409, message: "This batch has no gifts that can be exported yet." },
  RECEIPT_NOT_READY: {
    status: 409,
    message: "The receipt is available once the school has confirmed the donation.",
  },
  LENGTH_REQUIRED: {
    status: 411,
    message: "Send the body with its Content-Length. Only operations under /v1 take one without.",
  },
  PAYLOAD_TOO_LARGE: {
    status: 413,
    message: "The body is too large. The limit is 64 KiB, or 1 MiB for a CSV file.",
  },
  UNSUPPORTED_MEDIA_TYPE: {
    status: 415,
    message: "Send the body as application/json in UTF-8, uncompressed.",
  },
  RATE_LIMITED: {
    status: 429,
    message: "Too many requests. Wait for the number of seconds in Retry-After.",
  },
  INTERNAL_ERROR: {
    status: 500,
    message: "Something went wrong on our side. We've logged the error.",
  },
  AUTHORIZATION_UNAVAILABLE: {
    status: 503,
    message: "The bank didn't answer whether it approves this gift. Nothing was given.",
  },
  SERVICE_UNAVAILABLE: {
    status: 503,
    message: "The service is temporarily unavailable. Retry with the same reference.",
  },
} as const satisfies Record<string, { status: number; message: string }>;

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

/** Input that violates its schema or conflicts with the data. Contains every violation found. */
export class InvalidInput extends Error {
  override name = "InvalidInput";
  readonly violations: Violation[];

  constructor(violations: Violation[]) {
    super(violations.map((violation) => violation.msg).join(" "));
    this.violations = violations;
  }
}
