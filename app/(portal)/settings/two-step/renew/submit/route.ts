/** Makes new recovery codes, for whoever has the password. */
import { portalForm } from "#app/forms/form-route.ts";
import { renewRecoveryCodes } from "#lib/cardholders/mfa.ts";
import { pathToCodes } from "../../codes/codes-note.ts";
import { passwordSent, wrongPassword } from "../../password-sent.ts";

export const POST = portalForm({
  page: "/settings/two-step/renew",
  take: async ({ scope, fields }) => {
    const codes = await renewRecoveryCodes(scope, passwordSent(fields));
    if (codes === "wrong_password") throw wrongPassword();
    return codes ? pathToCodes(scope, codes, "codes") : "/settings#two-step";
  },
});
