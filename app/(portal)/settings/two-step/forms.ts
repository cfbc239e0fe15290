/** The forms of two-step sign-in. All but one ask for the password again. */
import { FormError } from "#app/forms/form-errors.ts";
import { portalForm } from "#app/forms/form-route.ts";
import { required } from "#app/forms/typed-text.ts";
import {
  beginEnrollment,
  confirmEnrollment,
  removeApp,
  renewRecoveryCodes,
} from "#lib/cardholders/mfa/mutations.ts";
import { settingsPathWithFlash } from "../sections.ts";
import { pathToCodes } from "./codes/codes-token.ts";
import { removalFlash, withPassword } from "./with-password.ts";

export const forms = {
  begin: portalForm({
    secrets: ["password"],
    submit: async ({ scope, fields, page }) => {
      const result = await withPassword(fields, (password) => beginEnrollment(scope, password));
      // The page says that a link is required.
      if (result === "link_required") return page;
      return result === "on_already" ? "/settings#two-step" : `${page}/enroll`;
    },
  }),

  /** Adds the authenticator app once a code proves that it has the key. */
  "enroll/confirm": portalForm({
    secrets: ["code"],
    submit: async ({ scope, fields }) => {
      const code = required(fields, "code", "Enter the code shown in the app.");
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
  }),

  /** Replaces the recovery codes. */
  "renew/submit": portalForm({
    secrets: ["password"],
    submit: async ({ scope, fields }) => {
      const codes = await withPassword(fields, (password) => renewRecoveryCodes(scope, password));
      return codes === "off" ? "/settings#two-step" : pathToCodes(scope, codes, "codes");
    },
  }),

  "remove-app/submit": portalForm({
    secrets: ["password"],
    submit: async ({ scope, fields }) => {
      await withPassword(fields, (password) => removeApp(scope, password));
      return removalFlash(scope, "app-removed");
    },
  }),
};
