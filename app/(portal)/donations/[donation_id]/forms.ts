import { portalForm } from "#app/forms/form-route.ts";
import { ServiceError } from "#lib/errors.ts";
import {
  resendReceipt as contract,
  OTHER_ADDRESS_RESENDS_PER_DAY,
} from "#lib/receipts/contract.ts";
import { resendReceipt } from "#lib/receipts/mutations.ts";
import { pathWithResent } from "./receipt/resent-token.ts";

export const forms = {
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
      const donationId = contract.params.safeParse(params).data?.donation_id;
      if (!donationId) throw new ServiceError("DONATION_NOT_FOUND");
      const { sent_to: to } = await resendReceipt(scope, donationId, values.email);
      return pathWithResent({ donationId, to });
    },
  }),
};
