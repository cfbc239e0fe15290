import { validate as isUuid } from "uuid";
import { dayAt } from "#lib/calendar.ts";
import { toThankCsv } from "#lib/donors/acknowledgments.ts";
import { teamTimeZone } from "../../../date-filter.ts";
import { csvResponse, staffFile } from "../../../staff-file.ts";
import { DONOR_FILTERS, readDonorFilter, readUntil } from "../donor-filter.ts";

/** Everyone on the page's list of gifts to thank for, or those selected, as a file for mail merges. */
export const GET = staffFile(
  "school",
  "gifts.export",
  DONOR_FILTERS,
  async ({ scope, query, selected }) => {
    const { filter } = await readDonorFilter(scope, query);
    const until = readUntil(query.until);
    const some = query.all !== "1" && selected.length > 0;
    const ids = some ? selected.filter((id) => isUuid(id)) : undefined;
    const fileName = `acknowledgments-${dayAt(until, await teamTimeZone(scope))}.csv`;
    return csvResponse({ body: await toThankCsv(scope, { ...filter, until, ids }), fileName });
  },
);
