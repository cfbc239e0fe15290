import { getCardholderDonation } from "#lib/donations/history/queries.ts";
import * as contract from "#lib/donations/portal-contract.ts";
import { cardholderEndpoint } from "#lib/http/token-endpoints.ts";

export const GET = cardholderEndpoint(contract.getCardholderDonation, (scope, { params }) =>
  getCardholderDonation(scope, params.donation_id),
);
