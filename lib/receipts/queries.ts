/** Reads receipts. The first read issues the receipt. */
import type { CardholderScope } from "../auth/scopes.ts";
import type { Receipt } from "./contract.ts";
import { issuedReceipt } from "./issue.ts";

/**
 * The receipt of one of this cardholder's donations.
 * @throws ServiceError DONATION_NOT_FOUND, RECEIPT_NOT_READY
 */
export async function getReceipt(scope: CardholderScope, donationId: string): Promise<Receipt> {
  return issuedReceipt(scope.cardholderId, donationId);
}
