import * as contract from "#lib/books/statements/contract.ts";
import { getStatement, statementFile } from "#lib/books/statements/queries.ts";
import { bankEndpoint } from "#lib/http/bank-endpoint.ts";

export const GET = bankEndpoint(
  contract.getBankStatement,
  (scope, { params }) => getStatement(scope, params.statement_id),
  {
    "text/csv": (scope, { params }) => statementFile(scope, params.statement_id, "csv"),
    "application/pdf": (scope, { params }) => statementFile(scope, params.statement_id, "pdf"),
  },
);
