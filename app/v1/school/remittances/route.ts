import * as contract from "#lib/books/statements/contract.ts";
import { listRemittances } from "#lib/books/statements/queries.ts";
import { schoolEndpoint } from "#lib/http/token-endpoints.ts";

export const GET = schoolEndpoint(contract.listRemittances, (scope, { query }) =>
  listRemittances(scope, query),
);
