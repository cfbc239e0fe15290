import { cardholderEndpoint } from "#lib/http/token-endpoints.ts";
import * as contract from "#lib/receipts/contract.ts";
import { resendReceipt } from "#lib/receipts/mutations.ts";

export const POST = cardholderEndpoint(contract.resendReceipt, (scope, { params, body }) =>
  resendReceipt(scope, params.donation_id, body.email),
);
