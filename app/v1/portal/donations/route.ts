import { requestOwnDonation } from "#lib/donations/accept/cardholder-mutations.ts";
import { listOwnDonations } from "#lib/donations/history/cardholder-queries.ts";
import * as contract from "#lib/donations/portal-contract.ts";
import { cardholderEndpoint } from "#lib/http/cardholder.ts";

export const GET = cardholderEndpoint(contract.listOwnDonations, (scope, { query }) =>
  listOwnDonations(scope, query),
);

export const POST = cardholderEndpoint(contract.requestOwnDonation, (scope, { body }) =>
  requestOwnDonation(scope, body),
);
