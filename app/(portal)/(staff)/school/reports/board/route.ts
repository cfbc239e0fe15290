import { boardDocument } from "#lib/reports/board.ts";
import { pdfResponse } from "../../../../pdf-file.ts";
import { reportFile } from "../report-file.ts";

export const GET = reportFile((scope, query) => pdfResponse(boardDocument(scope, query)));
