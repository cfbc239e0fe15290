/** What the forms of two-step sign-in have in common. */
import type { FieldTable } from "#app/forms/fields.ts";
import { FORM, FormError } from "#app/forms/form-errors.ts";
import type { CardholderScope } from "#lib/auth/scopes.ts";
import { listFactors } from "#lib/cardholders/mfa/queries.ts";
import { settingsPathWithFlash } from "../sections.ts";

/** Asks for the password again: a stolen session alone must not change sign-in settings. */
export const PASSWORD = {
  password: {
    as: "password",
    label: "Your password",
    autoComplete: "current-password",
    blank: "Enter your password.",
  },
} satisfies FieldTable;

const REFUSALS = {
  wrong_password: { password: "Incorrect password. Check it and try again." },
  last_factor: {
    [FORM]:
      "You’re a member of a team, which requires two-step sign-in. Add another second step first, then remove this one.",
  },
};

type Refusal = keyof typeof REFUSALS;

const isRefusal = (result: unknown): result is Refusal =>
  typeof result === "string" && Object.hasOwn(REFUSALS, result);

/** The result of an attempt with the password. @throws FormError if it was refused */
export function accepted<Result>(result: Result): Exclude<Result, Refusal> {
  if (isRefusal(result)) throw new FormError(REFUSALS[result]);
  return result as Exclude<Result, Refusal>;
}

/** The settings' path after a factor was removed. */
export const removalFlash = async (
  scope: CardholderScope,
  message: "app-removed" | "passkey-removed",
): Promise<string> => settingsPathWithFlash((await listFactors(scope)) ? message : "two-step-off");
