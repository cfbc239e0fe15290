import { reportCsv } from "#lib/reports/files.ts";
import { PERIOD_FILTERS } from "../../../period-picker.tsx";
import { csvResponse, staffFile } from "../../../staff-file.ts";

export const GET = staffFile("school", "reports.read", PERIOD_FILTERS, async ({ scope, query }) =>
  csvResponse(await reportCsv(scope, query)),
);
