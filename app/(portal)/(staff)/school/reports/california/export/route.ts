import { givenCsv } from "#lib/reports/files.ts";
import { reportCsvFile } from "../../report-file.ts";

export const GET = reportCsvFile(givenCsv);
