import { plainText } from "#app/plain-text.ts";
import { giftsCsv } from "#lib/batches/files.ts";
import { csvResponse, staffFile } from "../../../staff-file.ts";
import { LIST_FILTERS, MAX_SELECTED, readGiftFilter } from "../gift-filter.ts";

/** The gifts that match the page's filter, or those that are selected on it. */
export const GET = staffFile(
  "school",
  "gifts.export",
  LIST_FILTERS,
  async ({ scope, query, selected }) => {
    const { filters } = await readGiftFilter(scope, query);
    if (!filters) return plainText(400, "This filter can’t be read. Go back and check it.");
    const named = selected.length > 0 ? selected.slice(0, MAX_SELECTED) : undefined;
    return csvResponse(await giftsCsv(scope, { ...filters, named, limit: 1 }));
  },
);
