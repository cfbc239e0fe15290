import * as contracts from "#lib/donations/contract.ts";
import { holdOwnDonation } from "#lib/donations/operations.ts";
import { bankEndpoint } from "#lib/http/bank-endpoint.ts";

export const POST = bankEndpoint(contracts.holdDonation, (scope, { params, body }) =>
  holdOwnDonation(scope, params.donation_id, body),
);
