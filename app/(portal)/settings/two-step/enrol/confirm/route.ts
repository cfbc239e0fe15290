/** Turns two-step sign-in on, once a code proves that the app has the key. */

import { FormError } from "#app/forms/form-errors.ts";
import { portalForm } from "#app/forms/form-route.ts";
import { confirmEnrollment } from "#lib/cardholders/mfa/mutations.ts";
import { pathToCodes } from "../../codes/codes-token.ts";

export const POST = portalForm({
  page: "/settings/two-step/enrol",
  submit: async ({ scope, fields }) => {
    const code = fields.get("code")?.trim();
    if (!code) throw new FormError({ code: "Enter the code shown in the app." });
    const codes = await confirmEnrollment(scope, code);
    // If no enrollment is pending, the page redirects.
    if (!codes) {
      throw new FormError({
        code: "Incorrect or expired code. Enter the one your app shows now. If it still doesn’t work, check your phone’s clock.",
      });
    }
    return pathToCodes(scope, codes, "two-step");
  },
});
