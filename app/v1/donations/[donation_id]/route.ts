import * as contract from "#lib/donations/contract.ts";
import { getDonation } from "#lib/donations/history/queries.ts";
import { bankEndpoint } from "#lib/http/bank-endpoint.ts";

export const GET = bankEndpoint(contract.getDonation, (scope, { params }) =>
  getDonation(scope, params.donation_id),
);
