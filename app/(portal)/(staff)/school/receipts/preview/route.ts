import { anyText } from "#app/filters.ts";
import { previewReceipt } from "#lib/receipts/documents.ts";
import { pdfResponse } from "../../../../pdf-file.ts";
import { staffFile } from "../../../staff-file.ts";

/** A specimen of the foundation's receipts. `fund`: for a gift to this one. */
export const GET = staffFile(
  "school",
  "settings.read",
  { fund: anyText },
  async ({ scope, query }) => pdfResponse(previewReceipt(scope, query.fund)),
);
