/** Reads comparisons. */
import type { BankApiScope } from "../auth/scopes.ts";
import type { Page } from "../contract.ts";
import { requireRow } from "../database/run.ts";
import { serialize } from "../database/serialize.ts";
import { readPage } from "../pagination/pages.ts";
import * as contract from "./contract.ts";
import { differences, findComparison } from "./sql.ts";

/** @throws ServiceError COMPARISON_NOT_FOUND */
export async function getComparison(scope: BankApiScope, id: string): Promise<contract.Comparison> {
  const row = await requireRow(findComparison(scope, id), "COMPARISON_NOT_FOUND");
  return serialize(contract.comparison, row, {});
}

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
