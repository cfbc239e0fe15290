import * as contracts from "#lib/donations/contract.ts";
import { releaseOwnDonation } from "#lib/donations/operations.ts";
import { bankEndpoint } from "#lib/http/bank-endpoint.ts";

export const POST = bankEndpoint(contracts.releaseDonation, (scope, { params }) =>
  releaseOwnDonation(scope, params.donation_id),
);
