import { cardholderEndpoint } from "#lib/http/token-endpoints.ts";
import * as contract from "#lib/receipts/contract.ts";
import { receiptDocument } from "#lib/receipts/documents.ts";
import { getReceipt } from "#lib/receipts/issue.ts";

export const GET = cardholderEndpoint(
  contract.getReceipt,
  (scope, { params }) => getReceipt(scope, params.donation_id),
  {
    type: "application/pdf",
    make: (scope, { params }) => receiptDocument(scope, params.donation_id),
  },
);
