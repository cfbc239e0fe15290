import { reconciliationCsv } from "#lib/reconciliation/queries.ts";
import { csvResponse, staffFile } from "../../../staff-file.ts";
import { REPORT_FILTERS, readReportDays } from "../report-days.ts";

/** The donations of the page's days, each with its fund. */
export const GET = staffFile("bank", "donations.export", REPORT_FILTERS, async ({ scope, query }) =>
  csvResponse(await reconciliationCsv(scope, readReportDays(query).day)),
);
