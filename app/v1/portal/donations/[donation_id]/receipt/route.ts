import { cardholderEndpoint } from "#lib/http/token-endpoints.ts";
import * as contract from "#lib/receipts/contract.ts";
import { receiptDocument } from "#lib/receipts/documents.ts";
import { getReceipt } from "#lib/receipts/issue.ts";

export const GET = cardholderEndpoint(
  contract.getReceipt,
  (scope, { params, query }) => getReceipt(scope, params.donation_id, query.receipt_number),
  {
    "application/pdf": (scope, { params, query }) =>
      receiptDocument(scope, params.donation_id, query.receipt_number),
  },
);
