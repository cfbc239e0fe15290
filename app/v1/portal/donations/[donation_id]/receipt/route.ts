import { cardholderEndpoint } from "#lib/http/cardholder.ts";
import * as contract from "#lib/receipts/contract.ts";
import { getReceipt } from "#lib/receipts/queries.ts";
import { receiptPdf } from "#lib/receipts/receipt-pdf.ts";

export const GET = cardholderEndpoint(
  contract.getReceipt,
  (scope, { params }) => getReceipt(scope, params.donation_id),
  {
    type: "application/pdf",
    make: async (scope, { params }) => {
      const receipt = await getReceipt(scope, params.donation_id);
      return {
        body: await receiptPdf(receipt),
        fileName: `receipt-${receipt.receipt_number}.pdf`,
      };
    },
  },
);
