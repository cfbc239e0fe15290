import { requestCardholderDonation } from "#lib/donations/accept/cardholder-mutations.ts";
import { requestOnce } from "#lib/donations/accept/idempotency.ts";
import { listCardholderDonations } from "#lib/donations/history/cardholder-queries.ts";
import * as contract from "#lib/donations/portal-contract.ts";
import { cardholderEndpoint } from "#lib/http/cardholder-endpoint.ts";

export const GET = cardholderEndpoint(contract.listCardholderDonations, (scope, { query }) =>
  listCardholderDonations(scope, query),
);

export const POST = cardholderEndpoint(
  contract.requestCardholderDonation,
  (scope, { body, headers: { "Idempotency-Key": key } }) =>
    key === undefined ? requestCardholderDonation(scope, body) : requestOnce(scope, body, key),
);
