import { bankEndpoint } from "#lib/http/bank-endpoint.ts";
import * as contract from "#lib/reconciliation/contract.ts";
import { getReconciliation, reconciliationCsv } from "#lib/reconciliation/queries.ts";

export const GET = bankEndpoint(
  contract.getReconciliation,
  (scope, { query }) => getReconciliation(scope, query),
  { "text/csv": (scope, { query }) => reconciliationCsv(scope, query) },
);
