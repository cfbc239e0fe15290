/** Signs out another of the cardholder's sessions. */
import { portalForm } from "#app/forms/form-route.ts";
import { signOut } from "#lib/cardholders/sign-in/sign-in.ts";
import { SETTINGS, settingsPathWithFlash } from "../../flash-message.ts";

export const POST = portalForm({
  page: SETTINGS,
  submit: async ({ scope, fields }) => {
    const ended = await signOut(scope, fields.get("session_id") ?? "");
    return settingsPathWithFlash(ended ? "session" : "session-gone");
  },
});
