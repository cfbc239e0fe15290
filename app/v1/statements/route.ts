import * as contract from "#lib/books/statements/contract.ts";
import { listStatements } from "#lib/books/statements/queries.ts";
import { bankEndpoint } from "#lib/http/bank-endpoint.ts";

export const GET = bankEndpoint(contract.listStatements, (scope, { query }) =>
  listStatements(scope, query),
);
