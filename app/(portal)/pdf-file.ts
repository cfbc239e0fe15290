/** PDF responses: displayed inline and never cached. */
import { plainText } from "#app/plain-text.ts";
import { InvalidInput, ServiceError } from "#lib/errors.ts";
import { fileHeaders } from "#lib/http/endpoint.ts";
import type { Document } from "#lib/receipts/documents.ts";

function inlinePdf({ body, fileName }: Document): Response {
  const length = { "Content-Length": String(body.byteLength) };
  return new Response(body, {
    headers: { ...fileHeaders("application/pdf", fileName), ...length },
  });
}

/** The document as a response, or 404, 429, or 503 as plain text. */
export async function pdfResponse(document: Promise<Document>): Promise<Response> {
  try {
    return inlinePdf(await document);
  } catch (error) {
    if (error instanceof InvalidInput) return fileNotFound();
    const isBusy = error instanceof ServiceError && (error.status === 429 || error.status === 503);
    if (!isBusy) throw error;
    const text = "We’re preparing too many documents right now. Please try again in a moment.";
    return plainText(error.status, text, error.headers);
  }
}

/** The same response for an unknown document and another cardholder's. */
export const fileNotFound = () => plainText(404, "Page not found.");
