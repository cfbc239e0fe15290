import { dayAt } from "#lib/calendar.ts";
import { toThankCsv } from "#lib/donors/acknowledgments.ts";
import { teamTimeZone } from "../../../date-filter.ts";
import { csvResponse, staffFile } from "../../../staff-file.ts";
import { isTime, readUntil } from "../until.ts";

/** Everyone on the page's list, as a file for mail merges. */
export const GET = staffFile(
  "school",
  "gifts.export",
  async ({ scope, query }) => {
    const until = readUntil(query.until);
    const fileName = `acknowledgments-${dayAt(until, await teamTimeZone(scope))}.csv`;
    return csvResponse({ body: await toThankCsv(scope, until), fileName });
  },
  { until: isTime },
);
