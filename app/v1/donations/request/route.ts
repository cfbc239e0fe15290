import { requestDonation } from "#lib/donations/accept/mutations.ts";
import * as contract from "#lib/donations/contract.ts";
import { bankEndpoint } from "#lib/http/bank-endpoint.ts";

export const POST = bankEndpoint(contract.requestDonation, (scope, { body }) =>
  requestDonation(scope, body),
);
