/** The number and dollars of a list, as pages show them. */
import type { Page } from "../contract.ts";
import { onlyRow, type Query, run } from "../database/run.ts";
import { type Cents, sumOfCents } from "../money.ts";

/**
 * A page of gifts with the number and dollars of all that match, up to `MAX_SUMMED`. A first page that has them all is
 * summed here: a search may have read every gift, and isn't repeated.
 */
export async function withTotals<Row extends { countedCents: Cents }>(
  page: Page<Row>,
  { cursor }: { cursor?: string | undefined },
  totals: Query<{ count: number; cents: Cents }>,
) {
  if (cursor === undefined && page.nextCursor === null) {
    const cents = sumOfCents(page.items.map(({ countedCents }) => countedCents));
    return { ...page, total: page.items.length, cents };
  }
  const { count: total, cents } = onlyRow(await run(totals));
  return { ...page, total, cents };
}
