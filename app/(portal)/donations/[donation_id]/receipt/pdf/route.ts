/** The signed-in cardholder's receipt as a PDF. */
import { seeOther } from "#app/same-origin.ts";
import { receiptDocument } from "#lib/receipts/documents.ts";
import { requireCardholder } from "../../../../../session.ts";
import { fileNotFound, pdfResponse } from "../../../../pdf-file.ts";
import { type DonationParams, findDonation } from "../../find-donation.ts";

export const policy = { document: "pdf" };

export async function GET(
  request: Request,
  { params }: { params: DonationParams },
): Promise<Response> {
  const scope = await requireCardholder(new URL(request.url).pathname);
  const donation = await findDonation(scope, params);
  if (!donation) return fileNotFound();
  if (!donation.receipt_available) return seeOther(`/donations/${donation.donation_id}`);
  const number = new URL(request.url).searchParams.get("number") ?? undefined;
  return pdfResponse(receiptDocument(scope, donation.donation_id, number));
}
