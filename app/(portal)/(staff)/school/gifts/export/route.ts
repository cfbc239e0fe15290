import { plainText } from "#app/plain-text.ts";
import { giftsCsv } from "#lib/batches/files.ts";
import { csvResponse, staffFile } from "../../../staff-file.ts";
import { GIFT_FILTERS, readGiftFilter } from "../gift-filter.ts";

/** The gifts that match the page's filter. */
export const GET = staffFile(
  "school",
  "gifts.export",
  async ({ scope, query }) => {
    const { filters } = await readGiftFilter(scope, query);
    if (!filters) return plainText(400, "This filter can’t be read. Go back and check it.");
    return csvResponse(await giftsCsv(scope, { ...filters, limit: 1 }));
  },
  GIFT_FILTERS,
);
