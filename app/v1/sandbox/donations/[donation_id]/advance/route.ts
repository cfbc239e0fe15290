import { bankEndpoint } from "#lib/http/bank-endpoint.ts";
import * as contract from "#lib/sandbox/contract.ts";
import { advanceDonation } from "#lib/sandbox/time.ts";

export const POST = bankEndpoint(contract.advanceDonation, (scope, { params }) =>
  advanceDonation(scope, params.donation_id),
);
