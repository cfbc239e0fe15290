/** Reads comparisons. */
import type { BankApiScope } from "../auth/scopes.ts";
import type { Page } from "../contract.ts";
import { bankReader, everyPage, streamCsv, tableOf } from "../csv.ts";
import { requireRow } from "../database/run.ts";
import { serialize } from "../database/serialize.ts";
import { readPage } from "../pagination/pages.ts";
import * as contract from "./contract.ts";
import { comparisonsOf, differences, findComparison } from "./sql.ts";

/** Bounds the memory that a CSV file takes. */
const ROWS_PER_PAGE = 500;

/** @throws ServiceError COMPARISON_NOT_FOUND */
export async function getComparison(scope: BankApiScope, id: string): Promise<contract.Comparison> {
  const row = await requireRow(findComparison(scope, id), "COMPARISON_NOT_FOUND");
  return serialize(contract.comparison, row, {});
}

/** A bank's comparisons, newest first. */
export const listComparisons = (
  scope: BankApiScope,
  filters: { limit: number; cursor?: string | undefined },
): Promise<Page<contract.Comparison>> =>
  readPage({
    list: "comparisons",
    tenant: scope.bankId,
    filters,
    rows: comparisonsOf(scope),
    by: { at: "c.createdAt", id: "c.id" },
    show: (row) => serialize(contract.comparison, row, {}),
  });

/** One page of what differs, by kind and line. @throws ServiceError COMPARISON_NOT_FOUND */
export async function listDifferences(
  scope: BankApiScope,
  id: string,
  filters: contract.DifferenceFilters,
): Promise<Page<contract.Difference>> {
  const summary = await getComparison(scope, id);
  const page = await readPage({
    list: `comparison-differences ${id}`,
    tenant: scope.bankId,
    filters,
    rows: differences(id, filters.kind),
    by: { at: "position", id: "comparisonId", type: "bigint", isAscending: true },
    show: (row) => {
      const known = row as typeof row &
        Pick<contract.Difference, "kind" | "reason" | "ours" | "yours">;
      return serialize(contract.difference, known, { way_out: contract.REASONS[known.reason] });
    },
  });
  return { ...page, summary };
}

const sidesOf = (whose: "ours" | "yours") => ({
  [`${whose}_dollar_amount`]: (one: contract.Difference) =>
    one[whose]?.dollar_amount.toFixed(2) ?? "",
  [`${whose}_status`]: (one: contract.Difference) => one[whose]?.status ?? "",
  [`${whose}_points_redeemed`]: (one: contract.Difference) =>
    String(one[whose]?.points_redeemed ?? ""),
});

const FILE = tableOf<contract.Difference>({
  kind: ({ kind }) => kind,
  reason: ({ reason }) => reason,
  way_out: ({ way_out }) => way_out,
  bank_transaction_ref: (one) => one.bank_transaction_ref,
  line: ({ line }) => String(line ?? ""),
  donation_id: ({ donation_id }) => donation_id ?? "",
  ...sidesOf("ours"),
  ours_created_at: ({ ours }) => ours?.created_at ?? "",
  ...sidesOf("yours"),
  yours_date: ({ yours }) => yours?.date ?? "",
});

/** Streams what differs. @throws ServiceError COMPARISON_NOT_FOUND */
export async function differencesCsv(
  scope: BankApiScope,
  id: string,
  kind: contract.Difference["kind"] | undefined,
) {
  const { date, through } = await getComparison(scope, id);
  const pages = everyPage((cursor) =>
    listDifferences(scope, id, { kind, limit: ROWS_PER_PAGE, cursor }),
  );
  const body = await streamCsv(bankReader(scope, "donations.export"), FILE, pages);
  return { body, fileName: `differences-${date}-${through}.csv` };
}
