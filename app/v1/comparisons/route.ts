import { createComparison } from "#lib/comparisons/compare.ts";
import * as contract from "#lib/comparisons/contract.ts";
import { bankEndpoint } from "#lib/http/bank-endpoint.ts";

export const POST = bankEndpoint(contract.createComparison, (scope, { query, body }) =>
  createComparison(scope, query, body.csv),
);
