/** Saves the cardholder's notification preferences. */
import { portalForm } from "#app/forms/form-route.ts";
import { updateCardholderPreferences } from "#lib/cardholders/profile/preferences.ts";
import { preferencesUpdate } from "#lib/cardholders/profile/preferences-contract.ts";
import { checkBody } from "#lib/http/request.ts";
import { SETTINGS, settingsPathWithFlash } from "../flash-message.ts";
import { NAMES } from "./notification-groups.ts";

export const POST = portalForm({
  page: SETTINGS,
  submit: async ({ scope, fields }) => {
    const shown = fields.get("shown")?.split(" ") ?? [];
    const choices = NAMES.filter((name) => shown.includes(name)).map((name) => [
      name,
      fields.has(name),
    ]);
    await updateCardholderPreferences(
      scope,
      checkBody(preferencesUpdate, Object.fromEntries(choices)),
    );
    return settingsPathWithFlash("notifications");
  },
});
