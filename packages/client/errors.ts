/** What calls throw. */
import type { components } from "./openapi.ts";
import type { Donation } from "./operations.ts";

export type Violation = components["schemas"]["Violation"];
export type ErrorCode = components["schemas"]["Error"]["error"]["code"];

/** The details of the errors that have any. `same_request`: the first request was the same as this one. */
export type ErrorDetails = {
  DONATION_DUPLICATE: { donation_id: string; status: Donation["status"]; same_request: boolean };
  ACCOUNT_ALREADY_LINKED: { service_user_id: string };
  CONSENT_REQUIRED: { required: string[] };
};

export type DetailsOf<Code> = Code extends keyof ErrorDetails
  ? ErrorDetails[Code]
  : Record<string, unknown>;

/** An error response. */
export class ServiceError<
  Code extends ErrorCode | undefined = ErrorCode | undefined,
> extends Error {
  override name = "ServiceError";
  readonly status: number;
  /** The error code to act on. Undefined for a 422, and for responses that aren't the service's. */
  readonly code: Code;
  readonly details: DetailsOf<Code>;
  /** All violations in the input, for a 422. */
  readonly violations: Violation[];
  /** Identifies the request if you contact us about it. */
  readonly requestId: string | undefined;
  readonly headers: Headers;

  /** @param body parsed JSON, or undefined */
  constructor({ status, headers }: Pick<Response, "status" | "headers">, body: unknown) {
    // Also an error of OAuth's, or of something in between.
    const { error, error_description, detail } = Object(body ?? {});
    const violations: Violation[] = Array.isArray(detail) ? detail : [];
    const summary = violations.map(({ loc, msg }) => `${loc.join(".")}: ${msg}`).join("; ");
    const fallback = summary || `The service responded with ${status}.`;
    super(error?.message ?? error_description ?? fallback);
    this.status = status;
    this.code = error?.code;
    this.details = error?.details ?? {};
    this.violations = violations;
    this.requestId = headers.get("X-Request-Id") ?? undefined;
    this.headers = headers;
  }

  /** How long the service asks to wait. Undefined if it doesn't. */
  get retryAfterMs(): number | undefined {
    const value = this.headers.get("Retry-After") ?? "";
    const ms = /^\d+$/.test(value) ? Number(value) * 1_000 : Date.parse(value) - Date.now();
    return Number.isNaN(ms) ? undefined : Math.max(0, ms);
  }
}

/** Discriminated by `code`: in `switch (error.code)`, each case has the `details` of its code. */
export type AnyServiceError =
  | { [Code in ErrorCode]: ServiceError<Code> }[ErrorCode]
  | ServiceError<undefined>;

/** Whether an error is the service's. By name, since `import` and `require` have a class each. */
export function isServiceError(error: unknown): error is AnyServiceError;
/** Whether an error is the service's with this code. */
export function isServiceError<Code extends ErrorCode>(
  error: unknown,
  code: Code,
): error is ServiceError<Code>;
export function isServiceError(error: unknown, code?: ErrorCode): boolean {
  if (!(error instanceof Error) || error.name !== "ServiceError") return false;
  return code === undefined || (error as ServiceError).code === code;
}

/** There was no complete response, though the request may have been carried out. `cause` says why. */
export class NoResponseError extends Error {
  override name = "NoResponseError";
  /** What the lost request sent as `X-Request-Id`. */
  readonly requestId: string;

  constructor(requestId: string, cause: unknown) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    super(`The service gave no complete response: ${reason}`, { cause });
    this.requestId = requestId;
  }
}
