import { listCardholderDonations } from "#lib/donations/history/queries.ts";
import * as contract from "#lib/donations/portal-contract.ts";
import { giveInPortal } from "#lib/giving/portal.ts";
import { cardholderEndpoint } from "#lib/http/token-endpoints.ts";

export const GET = cardholderEndpoint(contract.listCardholderDonations, (scope, { query }) =>
  listCardholderDonations(scope, query),
);

export const POST = cardholderEndpoint(
  contract.requestCardholderDonation,
  (scope, { body, headers: { "Idempotency-Key": key } }) => giveInPortal(scope, body, key),
);
