/** Receipts and year statements as PDF files. */
import type { CardholderScope } from "../auth/scopes.ts";
import type { Receipt } from "./contract.ts";
import { drawingTurn, withCardholderLimit } from "./drawing/queue.ts";
import { draw } from "./drawing/threads.ts";
import { getReceipt } from "./issue.ts";
import { getStatement } from "./statements/queries.ts";

export type Document = { body: Uint8Array<ArrayBuffer>; fileName: string };

/**
 * The PDF of a receipt. Call it within `drawingQueue`.
 * @throws ServiceError SERVICE_UNAVAILABLE
 */
export async function drawReceipt(content: Receipt): Promise<Document> {
  const body = await draw({ kind: "receipt", content });
  return { body, fileName: `receipt-${content.receipt_number}.pdf` };
}

/**
 * The receipt of one of this cardholder's donations.
 * @throws ServiceError DONATION_NOT_FOUND, RECEIPT_NOT_READY, RATE_LIMITED, SERVICE_UNAVAILABLE
 */
export function receiptDocument(scope: CardholderScope, donationId: string): Promise<Document> {
  const { cardholderId } = scope;
  return withCardholderLimit(cardholderId, drawingTurn.receipt(cardholderId), async () =>
    drawReceipt(await getReceipt(scope, donationId)),
  );
}

/**
 * One page of this cardholder's year statement.
 * @param timeZone the reader's, if it's known
 * @throws InvalidInput if the year has fewer pages
 * @throws ServiceError RATE_LIMITED, SERVICE_UNAVAILABLE
 */
export function statementDocument(
  scope: CardholderScope,
  year: number,
  page: number,
  timeZone?: string,
): Promise<Document> {
  const { cardholderId } = scope;
  return withCardholderLimit(cardholderId, drawingTurn.statement(cardholderId), async () => {
    const content = { ...(await getStatement(scope, year, page)), ...(timeZone && { timeZone }) };
    const part = content.page_count > 1 ? `-part-${page}` : "";
    const fileName = `statement-${year}${part}.pdf`;
    return { body: await draw({ kind: "statement", content }), fileName };
  });
}
