import { cardholderEndpoint } from "#lib/http/token-endpoints.ts";
import { statementDocument } from "#lib/receipts/documents.ts";
import * as contract from "#lib/receipts/statements/contract.ts";
import { getStatement } from "#lib/receipts/statements/queries.ts";

export const GET = cardholderEndpoint(
  contract.getStatement,
  (scope, { params, query }) => getStatement(scope, params.year, query.page),
  {
    "application/pdf": (scope, { params, query }) =>
      statementDocument(scope, params.year, query.page),
  },
);
