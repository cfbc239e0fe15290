import { boardDocument } from "#lib/reports/board.ts";
import { pdfResponse } from "../../../../pdf-file.ts";
import { PERIOD_FILTERS } from "../../../period-picker.tsx";
import { staffFile } from "../../../staff-file.ts";

export const GET = staffFile("school", "reports.read", PERIOD_FILTERS, async ({ scope, query }) =>
  pdfResponse(boardDocument(scope, query)),
);
