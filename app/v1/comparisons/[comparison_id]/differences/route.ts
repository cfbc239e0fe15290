import * as contract from "#lib/comparisons/contract.ts";
import { listDifferences } from "#lib/comparisons/queries.ts";
import { bankEndpoint } from "#lib/http/bank-endpoint.ts";

export const GET = bankEndpoint(contract.listDifferences, (scope, { params, query }) =>
  listDifferences(scope, params.comparison_id, query),
);
