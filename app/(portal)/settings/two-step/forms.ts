/** The form handlers of two-step sign-in. Each asks for the password again and has its own route. */
import { FORM, FormError } from "#app/forms/form-errors.ts";
import { portalForm } from "#app/forms/form-route.ts";
import type { CardholderScope } from "#lib/auth/scopes.ts";
import {
  beginEnrollment,
  confirmEnrollment,
  removeApp,
  renewRecoveryCodes,
} from "#lib/cardholders/mfa/mutations.ts";
import { listFactors } from "#lib/cardholders/mfa/queries.ts";
import { settingsPathWithFlash } from "../sections.ts";
import { pathToCodes } from "./codes/codes-token.ts";

export const WRONG_PASSWORD = { password: "Incorrect password. Check it and try again." };

export const LAST_FACTOR = {
  [FORM]:
    "You’re a member of a team, which requires two-step sign-in. Add another second step first, then remove this one.",
};

/** The password. An empty field is rejected before it counts as an attempt. @throws FormError */
export function readPassword(fields: URLSearchParams): string {
  // A password may begin or end with spaces.
  const password = fields.get("password");
  if (!password) throw new FormError({ password: "Enter your password." });
  return password;
}

/** The settings' path after a factor was removed. */
export async function removalFlash(
  scope: CardholderScope,
  message: "app-removed" | "passkey-removed",
): Promise<string> {
  return settingsPathWithFlash((await listFactors(scope)) ? message : "two-step-off");
}

export const begin = portalForm({
  page: "/settings/two-step",
  submit: async ({ scope, fields }) => {
    const result = await beginEnrollment(scope, readPassword(fields));
    if (result === "wrong_password") throw new FormError(WRONG_PASSWORD);
    // The page says that a link is required.
    if (result === "link_required") return "/settings/two-step";
    return result === "on_already" ? "/settings#two-step" : "/settings/two-step/enroll";
  },
});

/** Adds the authenticator app once a code proves that it has the key. */
export const confirm = portalForm({
  page: "/settings/two-step/enroll",
  submit: async ({ scope, fields }) => {
    const code = fields.get("code")?.trim();
    if (!code) throw new FormError({ code: "Enter the code shown in the app." });
    const codes = await confirmEnrollment(scope, code);
    if (codes === "link_required") return "/settings/two-step";
    // If no enrollment is pending, the page redirects.
    if (!codes) {
      throw new FormError({
        code: "Incorrect or expired code. Enter the one your app shows now. If it still doesn’t work, check your phone’s clock.",
      });
    }
    return codes.length > 0
      ? pathToCodes(scope, codes, "app-added")
      : settingsPathWithFlash("app-added");
  },
});

/** Replaces the recovery codes. */
export const renew = portalForm({
  page: "/settings/two-step/renew",
  submit: async ({ scope, fields }) => {
    const codes = await renewRecoveryCodes(scope, readPassword(fields));
    if (codes === "wrong_password") throw new FormError(WRONG_PASSWORD);
    return codes === "off" ? "/settings#two-step" : pathToCodes(scope, codes, "codes");
  },
});

export const removeAuthenticatorApp = portalForm({
  page: "/settings/two-step/remove-app",
  submit: async ({ scope, fields }) => {
    const outcome = await removeApp(scope, readPassword(fields));
    if (outcome === "wrong_password") throw new FormError(WRONG_PASSWORD);
    if (outcome === "last_factor") throw new FormError(LAST_FACTOR);
    return removalFlash(scope, "app-removed");
  },
});
