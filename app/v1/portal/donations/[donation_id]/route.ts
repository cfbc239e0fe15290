import { getOwnDonation } from "#lib/donations/history/cardholder-queries.ts";
import * as contract from "#lib/donations/portal-contract.ts";
import { cardholderEndpoint } from "#lib/http/cardholder.ts";

export const GET = cardholderEndpoint(contract.getOwnDonation, (scope, { params }) =>
  getOwnDonation(scope, params.donation_id),
);
