/** Maps domain errors to messages at their form fields. */
import { isDatabaseUnavailable } from "#lib/database/errors.ts";
import { InvalidInput, ServiceError, type Violation, type ViolationType } from "#lib/errors.ts";
import { log } from "#lib/log.ts";

/** Field → error message. `FORM` is the key for errors of the form as a whole. */
export type FormErrors = Record<string, string>;

export const FORM = "";

/** A field's error message, by violation type or computed. */
export type FieldMessages =
  | string
  | Partial<Record<ViolationType | "other", string>>
  | ((violation: Violation) => string);

/**
 * Maps a field to its message by violation type (`other` is the fallback), a ServiceError code to a message for the
 * whole form, and `FORM` to the message for unexpected errors.
 */
export type ErrorMessages = Record<string, FieldMessages>;

/** Thrown by a form's own checks. */
export class FormError extends Error {
  override name = "FormError";
  readonly errors: FormErrors;

  constructor(errors: FormErrors | string) {
    super("form rejected");
    this.errors = typeof errors === "string" ? { [FORM]: errors } : errors;
  }
}

function messageFor(violation: Violation, messages: FieldMessages | undefined): string {
  if (typeof messages === "string") return messages;
  if (typeof messages === "function") return messages(violation);
  return messages?.[violation.type] ?? messages?.other ?? "Check this value.";
}

/** A violation's field: the last part of its location, or the whole form if the form has no such field. */
function fieldOf({ loc }: Violation, messages: ErrorMessages): string {
  const name = String(loc.at(-1));
  return name in messages ? name : FORM;
}

function errorsOf(violations: Violation[], messages: ErrorMessages): FormErrors {
  const errors: FormErrors = {};
  for (const violation of violations) {
    const field = fieldOf(violation, messages);
    errors[field] ??= messageFor(violation, messages[field]);
  }
  return errors;
}

function retryDelay(error: ServiceError): string {
  const minutes = Math.ceil(Number(error.headers["Retry-After"] ?? 60) / 60);
  if (minutes >= 90) return `${Math.ceil(minutes / 60)} hours`;
  return minutes > 1 ? `${minutes} minutes` : "a minute";
}

const UNEXPECTED_ERROR =
  "Something went wrong on our side. Nothing was changed. Try again in a moment.";

const formMessage = (messages: FieldMessages | undefined) =>
  typeof messages === "string" ? messages : null;

/** Converts anything thrown to form errors. Unexpected errors are logged and shown without details. */
export function toFormErrors(thrown: unknown, messages: ErrorMessages): FormErrors {
  if (thrown instanceof FormError) return thrown.errors;
  if (thrown instanceof InvalidInput) return errorsOf(thrown.violations, messages);
  if (thrown instanceof ServiceError) {
    const known = formMessage(messages[thrown.code]);
    if (known) return { [FORM]: known };
    if (thrown.code === "RATE_LIMITED") {
      return { [FORM]: `Too many attempts. Try again in ${retryDelay(thrown)}.` };
    }
    // What was sent is wrong, such as an ID in the form's address.
    if (thrown.status < 500) return { [FORM]: thrown.message };
  }
  if (!isDatabaseUnavailable(thrown)) log().error({ err: thrown }, "form failed");
  return { [FORM]: formMessage(messages[FORM]) ?? UNEXPECTED_ERROR };
}
