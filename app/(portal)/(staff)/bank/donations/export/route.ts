import { donationsCsv } from "#lib/donations/history/export.ts";
import { csvResponse, staffFile } from "../../../staff-file.ts";
import { LIST_FILTERS, readDonationFilter } from "../donation-filter.ts";

/** The donations that match the page's filter. */
export const GET = staffFile("bank", "donations.export", LIST_FILTERS, async ({ scope, query }) => {
  const { conditions } = await readDonationFilter(scope, query);
  return csvResponse(await donationsCsv(scope, conditions));
});
