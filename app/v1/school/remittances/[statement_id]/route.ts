import * as contract from "#lib/books/statements/contract.ts";
import { getRemittance, remittanceFile } from "#lib/books/statements/queries.ts";
import { schoolEndpoint } from "#lib/http/token-endpoints.ts";

export const GET = schoolEndpoint(
  contract.getRemittance,
  (scope, { params }) => getRemittance(scope, params.statement_id),
  {
    "text/csv": (scope, { params }) => remittanceFile(scope, params.statement_id, "csv"),
    "application/pdf": (scope, { params }) => remittanceFile(scope, params.statement_id, "pdf"),
  },
);
