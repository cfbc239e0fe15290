import { cardholderEndpoint } from "#lib/http/cardholder.ts";
import { getStatement } from "#lib/receipts/queries.ts";
import * as contract from "#lib/receipts/statement-contract.ts";
import { statementPdf } from "#lib/receipts/statement-pdf.ts";

export const GET = cardholderEndpoint(
  contract.getStatement,
  (scope, { params }) => getStatement(scope, params.year),
  {
    type: "application/pdf",
    make: async (scope, { params }) => ({
      body: await statementPdf(await getStatement(scope, params.year)),
      fileName: `statement-${params.year}.pdf`,
    }),
  },
);
