/** Accepts the link that a bank has made to the cardholder's address. */
import { portalForm } from "#app/forms/form-route.ts";
import { acceptLink } from "#lib/accounts/acceptance/accept.ts";
import { SETTINGS, settingsPathWithFlash } from "../../flash-message.ts";

export const POST = portalForm({
  page: SETTINGS,
  submit: async ({ scope, fields }) => {
    const isAccepted = await acceptLink(scope, fields.get("account_id") ?? "");
    return settingsPathWithFlash(isAccepted ? "accepted" : "accepted-before");
  },
});
