/** Starts two-step enrollment, given the password. */
import { portalForm } from "#app/forms/form-route.ts";
import { beginEnrollment } from "#lib/cardholders/mfa/mutations.ts";
import { credentialsError, readPassword } from "../reauthentication.ts";

export const POST = portalForm({
  page: "/settings/two-step",
  submit: async ({ scope, fields }) => {
    const begun = await beginEnrollment(scope, readPassword(fields));
    if (begun === "wrong_password") throw credentialsError("wrong_password");
    return begun === "on_already" ? "/settings#two-step" : "/settings/two-step/enrol";
  },
});
