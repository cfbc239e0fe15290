import * as contract from "#lib/donations/contract.ts";
import { listDonations } from "#lib/donations/history/queries.ts";
import { bankEndpoint } from "#lib/http/bank-endpoint.ts";

export const GET = bankEndpoint(contract.listDonations, (scope, { query }) =>
  listDonations(scope, query),
);
