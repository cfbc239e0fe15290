import { collapseWhitespace } from "#app/forms/fields.ts";
import { FormError } from "#app/forms/form-errors.ts";
import { type FormPost, portalForm } from "#app/forms/form-route.ts";
import { CASE_KINDS, MAX_CASES_A_DAY, newCase } from "#lib/cases/contract.ts";
import { openCase } from "#lib/cases/mutations.ts";
import { ServiceError } from "#lib/errors.ts";
import {
  resendReceipt as contract,
  OTHER_ADDRESS_RESENDS_PER_DAY,
} from "#lib/receipts/contract.ts";
import { resendReceipt } from "#lib/receipts/mutations.ts";
import { CASE_WORDS } from "../../case-words.ts";
import { cancel } from "./cancel/cancel.ts";
import { pathWithResent } from "./receipt/resent-token.ts";

function donationIdIn(params: FormPost["params"]): string {
  const donationId = contract.params.safeParse(params).data?.donation_id;
  if (!donationId) throw new ServiceError("DONATION_NOT_FOUND");
  return donationId;
}

const REFUSALS = {
  open_before: "You’ve already told us about this gift. Wait for the answer first.",
  too_many: `You can report up to ${MAX_CASES_A_DAY} gifts a day. Try again tomorrow.`,
};

export const forms = {
  /** Tells the bank, the operator, and the school that something is wrong with a gift. */
  report: portalForm({
    fields: {
      kind: {
        as: "radio",
        label: "What’s wrong?",
        options: CASE_KINDS.map((value) => ({
          value,
          label: CASE_WORDS[value].choice,
          ...(value === "not_mine" && {
            help: "If the school doesn’t have it yet, we stop it until your bank has looked into it.",
          }),
        })),
        blank: "Choose what’s wrong.",
        message: "Choose what’s wrong.",
      },
      words: {
        as: "area",
        label: "In your own words",
        help: "Your bank reads it. The school does, too, if it knows that the gift is yours.",
        autoComplete: "off",
        blank: "Tell us what’s wrong, and how it should be.",
        read: collapseWhitespace,
      },
    },
    schema: newCase,
    async submit({ scope, params, values, page }) {
      const outcome = await openCase(scope, donationIdIn(params), values);
      if (outcome !== "opened") throw new FormError(REFUSALS[outcome]);
      return `${page}#case`;
    },
  }),

  "cancel/submit": portalForm({
    messages: {
      CORRECTION_NOT_POSSIBLE: "It can’t be canceled anymore: the school may already have it.",
    },
    async submit({ scope, params }) {
      const id = donationIdIn(params);
      await cancel(scope, id);
      return `/donations/${id}`;
    },
  }),

  /** Emails a receipt again, to the donor or another address. */
  "receipt/resend": portalForm({
    page: ({ params }) => `/donations/${encodeURIComponent(params.donation_id ?? "")}`,
    fields: {
      email: {
        as: "email",
        label: "Email address",
        help: `Yours, or your accountant’s. Up to ${OTHER_ADDRESS_RESENDS_PER_DAY} a day can go to addresses that aren’t yours.`,
        autoComplete: "email",
        message: "Enter an email address, such as name@example.com.",
      },
    },
    // A blank address is the receipt's own, as in the API.
    schema: contract.body,
    messages: {
      RATE_LIMITED: `No more than ${OTHER_ADDRESS_RESENDS_PER_DAY} receipts a day can go to addresses that aren’t yours. You can still send it to your own address.`,
      RECEIPT_NOT_READY: "Your receipt is ready once the school confirms your gift.",
    },
    async submit({ scope, params, values }) {
      const donationId = donationIdIn(params);
      const { sent_to: to } = await resendReceipt(scope, donationId, values.email);
      return pathWithResent({ donationId, to });
    },
  }),
};
