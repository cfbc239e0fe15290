import * as contract from "#lib/books/statements/contract.ts";
import { getRemittance, remittanceFile } from "#lib/books/statements/queries.ts";
import { schoolEndpoint } from "#lib/http/token-endpoints.ts";

export const GET = schoolEndpoint(
  contract.getRemittance,
  (scope, { params }) => getRemittance(scope, params.statement_id),
  {
    type: "text/csv",
    make: (scope, { params }) => remittanceFile(scope, params.statement_id, "csv"),
  },
  {
    type: "application/pdf",
    make: (scope, { params }) => remittanceFile(scope, params.statement_id, "pdf"),
  },
);
