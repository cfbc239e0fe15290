/** From what a domain throws to what a person reads, at the field that it is about. */
import { isDatabaseUnavailable } from "#lib/database/errors.ts";
import { InvalidInput, ServiceError, type Violation, type ViolationType } from "#lib/errors.ts";
import { log } from "#lib/log.ts";
import { FORM, type FormErrors } from "./form-state.ts";

/** What to tell of a field, or how to say it of a violation. */
export type FieldMessages =
  | string
  | Partial<Record<ViolationType | "other", string>>
  | ((violation: Violation) => string);

/**
 * Field → what to tell, by the type of the violation (`other`: any that is not named). The code of a
 * ServiceError → what to tell of the form as a whole; `FORM` → the same of a surprise.
 */
export type ErrorMessages = Record<string, FieldMessages>;

/** Thrown by a form's own checks. */
export class FormError extends Error {
  override name = "FormError";
  readonly errors: FormErrors;

  constructor(errors: FormErrors | string) {
    super("a form was refused");
    this.errors = typeof errors === "string" ? { [FORM]: errors } : errors;
  }
}

function sentenceFor(violation: Violation, words: FieldMessages | undefined): string {
  if (typeof words === "string") return words;
  if (typeof words === "function") return words(violation);
  return words?.[violation.type] ?? words?.other ?? "This cannot be taken as it is. Check it.";
}

/** The field that a violation is about: the last name in its place. */
const fieldOf = ({ loc }: Violation) => String(loc.at(-1));

function errorsOf(violations: Violation[], words: ErrorMessages): FormErrors {
  const errors: FormErrors = {};
  for (const violation of violations) {
    const field = fieldOf(violation);
    errors[field] ??= sentenceFor(violation, words[field]);
  }
  return errors;
}

function minutesIn(error: ServiceError): string {
  const minutes = Math.ceil(Number(error.headers["Retry-After"] ?? 60) / 60);
  if (minutes >= 90) return `${Math.ceil(minutes / 60)} hours`;
  return minutes > 1 ? `${minutes} minutes` : "a minute";
}

const SURPRISE = "We could not do that just now. Nothing was changed. Try again in a moment.";

const sentenceOf = (words: FieldMessages | undefined) => (typeof words === "string" ? words : null);

/** What is told of anything thrown. Surprises are logged and told without their particulars. */
export function toFormErrors(thrown: unknown, words: ErrorMessages): FormErrors {
  if (thrown instanceof FormError) return thrown.errors;
  if (thrown instanceof InvalidInput) return errorsOf(thrown.violations, words);
  if (thrown instanceof ServiceError) {
    const known = sentenceOf(words[thrown.code]);
    if (known) return { [FORM]: known };
    if (thrown.code === "RATE_LIMITED") {
      return { [FORM]: `There were too many attempts. Try again in ${minutesIn(thrown)}.` };
    }
  }
  if (!isDatabaseUnavailable(thrown)) log().error({ err: thrown }, "form failed");
  return { [FORM]: sentenceOf(words[FORM]) ?? SURPRISE };
}
