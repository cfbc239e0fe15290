/** Signs out one other session of the cardholder's. */
import { portalForm } from "#app/forms/form-route.ts";
import { signOut } from "#lib/cardholders/sign-in/sign-in.ts";
import { SETTINGS, settingsDone } from "../../done.ts";

export const POST = portalForm({
  page: SETTINGS,
  take: async ({ scope, fields }) => {
    const ended = await signOut(scope, fields.get("session_id") ?? "");
    return settingsDone(ended ? "session" : "session-gone");
  },
});
