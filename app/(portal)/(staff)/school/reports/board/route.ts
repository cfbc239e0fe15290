import { boardDocument } from "#lib/reports/board.ts";
import { pdfResponse } from "../../../../pdf-file.ts";
import { staffFile } from "../../../staff-file.ts";

export const GET = staffFile("school", "reports.read", async ({ scope, query }) =>
  pdfResponse(boardDocument(scope, query)),
);
