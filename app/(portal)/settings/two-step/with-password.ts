/** What the forms of two-step sign-in have in common. */
import { FORM, FormError } from "#app/forms/form-errors.ts";
import type { CardholderScope } from "#lib/auth/scopes.ts";
import { listFactors } from "#lib/cardholders/mfa/queries.ts";
import { settingsPathWithFlash } from "../sections.ts";

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

/** Acts with the password. An empty field is rejected before it counts as an attempt. @throws FormError */
export async function withPassword<Result>(
  fields: URLSearchParams,
  act: (password: string) => Promise<Result>,
): Promise<Exclude<Result, Refusal>> {
  // A password may begin or end with spaces.
  const password = fields.get("password");
  if (!password) throw new FormError({ password: "Enter your password." });
  const result = await act(password);
  if (isRefusal(result)) throw new FormError(REFUSALS[result]);
  return result as Exclude<Result, Refusal>;
}

/** The settings' path after a factor was removed. */
export const removalFlash = async (
  scope: CardholderScope,
  message: "app-removed" | "passkey-removed",
): Promise<string> => settingsPathWithFlash((await listFactors(scope)) ? message : "two-step-off");
