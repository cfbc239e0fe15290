/** The form handlers of two-step sign-in. Each asks for credentials again and has its own route. */
import { FormError } from "#app/forms/form-errors.ts";
import { portalForm } from "#app/forms/form-route.ts";
import {
  beginEnrollment,
  confirmEnrollment,
  disableMfa,
  renewRecoveryCodes,
} from "#lib/cardholders/mfa/mutations.ts";
import { settingsPathWithFlash } from "../sections.ts";
import { pathToCodes } from "./codes/codes-token.ts";

const MISSING = {
  password: "Enter your password.",
  code: "Enter a code from your app, or a recovery code.",
};

const WRONG = {
  wrong_password: { password: "Incorrect password. Check it and try again." },
  wrong_code: {
    code: "Incorrect or already used code. Enter the one your app shows now.",
  },
};

/** The password and the code. Empty fields are rejected before they count as an attempt. @throws FormError */
function readProof(fields: URLSearchParams, names: (keyof typeof MISSING)[]) {
  // A password may begin or end with spaces.
  const proof = { password: fields.get("password") ?? "", code: fields.get("code")?.trim() ?? "" };
  const empty = names.filter((name) => !proof[name]);
  if (empty.length > 0) {
    throw new FormError(Object.fromEntries(empty.map((name) => [name, MISSING[name]])));
  }
  return proof;
}

export const begin = portalForm({
  page: "/settings/two-step",
  submit: async ({ scope, fields }) => {
    const { password } = readProof(fields, ["password"]);
    const result = await beginEnrollment(scope, password);
    if (result === "wrong_password") throw new FormError(WRONG[result]);
    return result === "on_already" ? "/settings#two-step" : "/settings/two-step/enroll";
  },
});

/** Turns two-step sign-in on once a code proves that the app has the key. */
export const confirm = portalForm({
  page: "/settings/two-step/enroll",
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

/** Replaces the recovery codes, given the password and a code. */
export const renew = portalForm({
  page: "/settings/two-step/renew",
  submit: async ({ scope, fields }) => {
    const { password, code } = readProof(fields, ["password", "code"]);
    const codes = await renewRecoveryCodes(scope, password, code);
    if (typeof codes === "string") throw new FormError(WRONG[codes]);
    return pathToCodes(scope, codes, "codes");
  },
});

/** Turns two-step sign-in off, given the password and a code. */
export const turnOff = portalForm({
  page: "/settings/two-step/turn-off",
  submit: async ({ scope, fields }) => {
    const { password, code } = readProof(fields, ["password", "code"]);
    const result = await disableMfa(scope, password, code);
    if (result !== "off") throw new FormError(WRONG[result]);
    return settingsPathWithFlash("two-step-off");
  },
});
