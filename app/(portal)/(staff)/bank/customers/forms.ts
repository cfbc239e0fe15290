/** What a bank's team changes about a customer's link, by the same rules as the API. */
import { z } from "zod";
import { EMAIL } from "#app/forms/fields.ts";
import { FORM } from "#app/forms/form-errors.ts";
import { staffForm, thenFlash } from "#app/forms/form-route.ts";
import { MAX_ACCOUNTS } from "#lib/accounts/bank-and-person.ts";
import { UNLINK_REASONS } from "#lib/accounts/contract.ts";
import { changeAccount } from "#lib/accounts/mutations.ts";
import { unlinkAndHold } from "#lib/donations/operations.ts";
import { email, uuid } from "#lib/fields.ts";
import { REASONS } from "./customer-words.ts";

const MESSAGES = {
  ACCOUNT_NOT_FOUND: "Your bank has no such customer.",
  BANK_SUSPENDED: "Your bank is suspended, and can’t link customers.",
  CONSENT_REQUIRED:
    "This person disconnected your bank. Send them through your app’s link, where they approve it.",
  service_user_id: "This customer isn’t linked any more.",
  [FORM]: "This customer isn’t linked any more.",
};

const idIn = ({ service_user_id = "" }: Record<string, string>) =>
  uuid.catch("00000000-0000-0000-0000-000000000000").parse(service_user_id);

export const forms = {
  "[service_user_id]/email": staffForm("bank", "customers.change", {
    fields: {
      email: {
        ...EMAIL,
        label: "New email address",
        blank: "Enter the new address.",
        message: `Enter a valid address. At most ${MAX_ACCOUNTS} of your customers can use the same one.`,
      },
    },
    schema: z.object({ email }),
    messages: MESSAGES,
    submit: ({ scope, params, values, page }) =>
      thenFlash(page, "changed", changeAccount(scope, idIn(params), values)),
  }),

  "[service_user_id]/unlink": staffForm("bank", "customers.change", {
    isEnding: true,
    fields: {
      reason: {
        as: "select",
        label: "Reason",
        options: Object.entries(REASONS).map(([value, text]) => ({ value, text })),
      },
    },
    schema: z.object({ reason: z.enum(UNLINK_REASONS) }),
    messages: MESSAGES,
    submit: ({ scope, params, values, page }) =>
      thenFlash(page, "unlinked", unlinkAndHold(scope, idIn(params), values)),
  }),
};
