/** Handles the form that emails a receipt again. */
import { portalForm } from "#app/forms/form-route.ts";
import { ServiceError } from "#lib/errors.ts";
import { checkBody } from "#lib/http/request.ts";
import * as contract from "#lib/receipts/contract.ts";
import { resendReceipt } from "#lib/receipts/mutations.ts";
import { pathWithResent } from "./resent-token.ts";

const donationIdIn = (params: Record<string, string>) =>
  contract.resendReceipt.params.safeParse(params).data?.donation_id;

/** Null means the receipt's own address, as in the API. */
const addressIn = (fields: URLSearchParams) => fields.get("email")?.trim() || null;

export const POST = portalForm({
  page: ({ params }) => `/donations/${encodeURIComponent(params.donation_id ?? "")}`,
  messages: {
    email: "Enter an email address, such as name@example.com.",
    RATE_LIMITED: `No more than ${contract.OTHER_ADDRESS_RESENDS_PER_DAY} receipts a day can go to addresses that aren’t yours. You can still send it to your own address.`,
    RECEIPT_NOT_READY: "Your receipt is ready once the school confirms your gift.",
  },
  async submit({ scope, params, fields }) {
    const donationId = donationIdIn(params);
    if (!donationId) throw new ServiceError("DONATION_NOT_FOUND");
    const { email } = checkBody(contract.resendReceipt.body, { email: addressIn(fields) });
    const { sent_to: to } = await resendReceipt(scope, donationId, email);
    return pathWithResent({ donationId, to });
  },
});
