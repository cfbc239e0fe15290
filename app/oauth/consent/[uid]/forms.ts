import { FormError } from "#app/forms/form-errors.ts";
import { portalForm } from "#app/forms/form-route.ts";
import { MAX_ACCOUNTS } from "#lib/accounts/bank-and-person.ts";
import { approveInteraction, declineInteraction } from "#lib/oauth/interactions.ts";
import { consentPath } from "#lib/oauth/paths.ts";
import { isApprover, readInteraction } from "./read-interaction.ts";

const DIFFERENT_ACCOUNT =
  "You’ve signed in with a different account since this page was shown. Check it, and decide again.";
const TOO_MANY = `You already have ${MAX_ACCOUNTS} accounts of this bank. Disconnect one in your settings first.`;
const CONFIRM = "Check this box to continue, or decline.";

export const forms = {
  /** Approves or declines a link, then continues to the page that redirects to the bank. */
  submit: portalForm({
    page: ({ params }) => consentPath(params.uid ?? ""),
    async submit({ scope, fields, params, page }) {
      const { uid = "" } = params;
      const open = await readInteraction(uid);
      // The page says that the link has expired.
      if (!open) return page;
      if (!(await isApprover(fields.get("approver"), uid, scope))) {
        throw new FormError(DIFFERENT_ACCOUNT);
      }
      if (fields.get("decision") !== "approve") {
        await declineInteraction(open);
        return `${page}/back`;
      }
      const isOther = open.link.emailedId !== scope.cardholderId;
      if (isOther && fields.get("confirm") !== "yes") throw new FormError({ confirm: CONFIRM });
      const result = await approveInteraction(scope, open);
      if (result === "too many") throw new FormError(TOO_MANY);
      return result === "ended" ? page : `${page}/back`;
    },
  }),
};
