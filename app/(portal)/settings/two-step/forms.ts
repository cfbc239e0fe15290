/** The forms of two-step sign-in. All but one ask for the password again. */
import { FormError } from "#app/forms/form-errors.ts";
import { portalForm } from "#app/forms/form-route.ts";
import {
  beginEnrollment,
  confirmEnrollment,
  removeApp,
  renewRecoveryCodes,
} from "#lib/cardholders/mfa/mutations.ts";
import { codesNote, pathAfterAdding } from "./codes/codes-note.ts";
import { accepted, PASSWORD, removalFlash } from "./with-password.ts";

export const forms = {
  begin: portalForm({
    fields: PASSWORD,
    submit: async ({ scope, values, page }) => {
      const result = accepted(await beginEnrollment(scope, values.password));
      // The page says that a link is required.
      if (result === "link_required") return page;
      return result === "on_already" ? "/settings#two-step" : `${page}/enroll`;
    },
  }),

  /** Adds the authenticator app once a code proves that it has the key. */
  "enroll/confirm": portalForm({
    fields: {
      code: {
        label: "Code",
        help: "The six digits the app shows now.",
        autoComplete: "one-time-code",
        inputMode: "numeric",
        spellCheck: false,
        maxLength: 20,
        blank: "Enter the code shown in the app.",
      },
    },
    submit: async ({ scope, values }) => {
      const codes = await confirmEnrollment(scope, values.code);
      if (codes === "link_required") return "/settings/two-step";
      // If no enrollment is pending, the page redirects.
      if (!codes) {
        throw new FormError({
          code: "Incorrect or expired code. Enter the one your app shows now. If it still doesn’t work, check your phone’s clock.",
        });
      }
      return pathAfterAdding(scope, codes, "app-added");
    },
  }),

  /** Replaces the recovery codes. */
  "renew/submit": portalForm({
    fields: PASSWORD,
    submit: async ({ scope, values }) => {
      const codes = accepted(await renewRecoveryCodes(scope, values.password));
      return codes === "off"
        ? "/settings#two-step"
        : codesNote.pathTo(scope, { codes, done: "codes" });
    },
  }),

  "remove-app/submit": portalForm({
    fields: PASSWORD,
    submit: async ({ scope, values }) => {
      accepted(await removeApp(scope, values.password));
      return removalFlash(scope, "app-removed");
    },
  }),
};
