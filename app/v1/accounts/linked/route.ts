import * as contract from "#lib/accounts/contract.ts";
import { listAccounts } from "#lib/accounts/queries.ts";
import { bankEndpoint } from "#lib/http/bank-endpoint.ts";

export const GET = bankEndpoint(contract.listAccounts, (scope, { query }) =>
  listAccounts(scope, query),
);
