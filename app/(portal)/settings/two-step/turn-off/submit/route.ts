/** Turns two-step sign-in off, given the password and a code. */
import { portalForm } from "#app/forms/form-route.ts";
import { disableMfa } from "#lib/cardholders/mfa/mutations.ts";
import { settingsPathWithFlash } from "../../../flash-message.ts";
import { credentialsError, readPasswordAndCode } from "../../reauthentication.ts";

export const POST = portalForm({
  page: "/settings/two-step/turn-off",
  submit: async ({ scope, fields }) => {
    const { password, code } = readPasswordAndCode(fields);
    const outcome = await disableMfa(scope, password, code);
    if (outcome !== "off") throw credentialsError(outcome);
    return settingsPathWithFlash("two-step-off");
  },
});
