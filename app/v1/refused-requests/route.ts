import * as contract from "#lib/banks/refused/contract.ts";
import { listRefusedRequests } from "#lib/banks/refused/queries.ts";
import { bankEndpoint } from "#lib/http/bank-endpoint.ts";

export const GET = bankEndpoint(contract.listRefusedRequests, (scope, { query }) =>
  listRefusedRequests(scope, query),
);
