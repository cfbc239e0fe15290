import * as contract from "#lib/corrections/contract.ts";
import { listCorrections } from "#lib/corrections/queries.ts";
import { bankEndpoint } from "#lib/http/bank-endpoint.ts";

export const GET = bankEndpoint(contract.listCorrections, (scope, { query }) =>
  listCorrections(scope, query),
);
