/** Ends the link of one of the cardholder's accounts. */
import { portalForm } from "#app/forms/form-route.ts";
import { disconnectAccount } from "#lib/accounts/mutations.ts";
import { SETTINGS, settingsPathWithFlash } from "../../flash-message.ts";

export const POST = portalForm({
  page: SETTINGS,
  submit: async ({ scope, fields }) => {
    const bankId = await disconnectAccount(scope, fields.get("account_id") ?? "");
    return settingsPathWithFlash(bankId === undefined ? "disconnected-before" : "disconnected");
  },
});
