import { requestCardholderDonation } from "#lib/donations/accept/cardholder-mutations.ts";
import { listCardholderDonations } from "#lib/donations/history/cardholder-queries.ts";
import * as contract from "#lib/donations/portal-contract.ts";
import { cardholderEndpoint } from "#lib/http/cardholder-endpoint.ts";

export const GET = cardholderEndpoint(contract.listCardholderDonations, (scope, { query }) =>
  listCardholderDonations(scope, query),
);

export const POST = cardholderEndpoint(contract.requestCardholderDonation, (scope, { body }) =>
  requestCardholderDonation(scope, body),
);
