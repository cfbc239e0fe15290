/** The donors of a school who let it know who they are. */
import type { SchoolApiScope } from "../auth/scopes.ts";
import type { Page } from "../contract.ts";
import { onlyRow } from "../database/run.ts";
import { readPage } from "../pagination/pages.ts";
import { NO_COUNT } from "../pagination/totals.ts";
import * as sql from "./sql.ts";

type DonorFilters = { text?: string | undefined; limit: number; cursor?: string | undefined };

export type ListedDonors = Page<sql.DonorRow> & sql.DonorCounts;

/**
 * One page of the school's donors, those with the latest gifts first. Its total is that of the search,
 * `donorCount` that of all.
 * @param text in their name or email address
 */
export async function listDonors(
  scope: SchoolApiScope,
  filters: DonorFilters,
): Promise<ListedDonors> {
  const { schoolId } = scope;
  const { text } = filters;
  const [counts, page] = await Promise.all([
    sql.donorCounts({ schoolId }).then(onlyRow),
    readPage({
      list: "school-donors",
      tenant: schoolId,
      filters,
      rows: sql.donors(scope, text),
      by: { at: "x.lastAt", id: "x.id" },
      // Counting them would read everyone's name.
      total: text === undefined ? NO_COUNT : undefined,
      show: (row) => row,
    }),
  ]);
  return { ...page, ...counts, total: text === undefined ? counts.donorCount : page.total };
}
