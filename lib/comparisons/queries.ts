/** Reads comparisons. */
import type { BankApiScope } from "../auth/scopes.ts";
import type { Page } from "../contract.ts";
import { requireRow, run } from "../database/run.ts";
import { serialize } from "../database/serialize.ts";
import { readPage } from "../pagination/pages.ts";
import {
  type Comparison,
  comparison,
  type Difference,
  type DifferenceFilters,
  difference,
  REASONS,
  type Reason,
} from "./contract.ts";
import { type ComparisonRow, comparisons, differences } from "./sql.ts";

const show = (row: ComparisonRow): Comparison =>
  serialize(comparison, row, { comparison_id: row.id });

/** @throws ServiceError COMPARISON_NOT_FOUND */
export const getComparison = async (scope: BankApiScope, id: string): Promise<Comparison> =>
  show(await requireRow(comparisons(scope).where("c.id", "=", id), "COMPARISON_NOT_FOUND"));

/** The latest ones, newest first. */
export async function latestComparisons(scope: BankApiScope, count: number): Promise<Comparison[]> {
  const all = comparisons(scope).orderBy("c.createdAt", "desc").orderBy("c.id", "desc");
  return (await run(all.limit(count))).map(show);
}

/** One page of what differs, by kind and line. @throws ServiceError COMPARISON_NOT_FOUND */
export async function listDifferences(
  scope: BankApiScope,
  id: string,
  filters: DifferenceFilters,
): Promise<Page<Difference>> {
  const summary = await getComparison(scope, id);
  const page = await readPage({
    list: `comparison-differences ${id}`,
    tenant: scope.bankId,
    filters,
    rows: differences(id, filters),
    by: { at: "position", id: "comparisonId", type: "bigint", isAscending: true },
    show: ({ kind, reason, ours, yours, ...row }) =>
      serialize(difference, row, {
        kind: kind as Difference["kind"],
        reason: reason as Reason,
        way_out: REASONS[reason as Reason],
        ours: ours as Difference["ours"],
        yours: yours as Difference["yours"],
      }),
  });
  return { ...page, summary };
}
