/** Signs out every other session. */
import { portalForm } from "#app/forms/form-route.ts";
import { signOutOtherSessions } from "#lib/cardholders/sign-in/sign-in.ts";
import { SETTINGS, settingsPathWithFlash } from "../../flash-message.ts";

export const POST = portalForm({
  page: SETTINGS,
  submit: async ({ scope }) => {
    await signOutOtherSessions(scope);
    return settingsPathWithFlash("sessions");
  },
});
