/** Makes new recovery codes, given the password and a code. */
import { portalForm } from "#app/forms/form-route.ts";
import { renewRecoveryCodes } from "#lib/cardholders/mfa/mutations.ts";
import { pathToCodes } from "../../codes/codes-token.ts";
import { credentialsError, readPasswordAndCode } from "../../reauthentication.ts";

export const POST = portalForm({
  page: "/settings/two-step/renew",
  submit: async ({ scope, fields }) => {
    const { password, code } = readPasswordAndCode(fields);
    const codes = await renewRecoveryCodes(scope, password, code);
    if (typeof codes === "string") throw credentialsError(codes);
    return pathToCodes(scope, codes, "codes");
  },
});
