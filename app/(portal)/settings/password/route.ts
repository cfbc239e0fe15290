/** Changes the password. */

import { FormError } from "#app/forms/form-errors.ts";
import { portalForm } from "#app/forms/form-route.ts";
import { newPasswordWords } from "#app/forms/new-password.ts";
import { keepDevice } from "#app/known-device-cookie.ts";
import { profileUpdate } from "#lib/cardholders/profile/contract.ts";
import { updateCardholderProfile } from "#lib/cardholders/profile/mutations.ts";
import { checkBody } from "#lib/http/request.ts";
import { SETTINGS, settingsPathWithFlash } from "../flash-message.ts";

/** An empty field doesn't count as an attempt. */
function refuseMissing(current: string, next: string): void {
  const errors = {
    ...(current ? {} : { current_password: "Enter your current password." }),
    ...(next ? {} : { new_password: "Enter a new password." }),
  };
  if (Object.keys(errors).length > 0) throw new FormError(errors);
}

export const POST = portalForm({
  page: SETTINGS,
  messages: {
    current_password: "Incorrect current password. Check it and try again.",
    new_password: newPasswordWords,
  },
  submit: async ({ scope, fields }) => {
    const current = fields.get("current_password") ?? "";
    const next = fields.get("new_password") ?? "";
    refuseMissing(current, next);
    const password = { current_password: current, new_password: next };
    await updateCardholderProfile(scope, checkBody(profileUpdate, { password }));
    // Entering the current password makes this a known device.
    return { path: settingsPathWithFlash("password"), cookies: await keepDevice(scope) };
  },
});
