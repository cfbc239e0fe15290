/** Reads a bank's day. The cost grows with the day's donations, not with the table. */
import type { BankScope } from "../auth/scopes.ts";
import type { Page } from "../contract.ts";
import { everyPage, streamCsv, tableOfFields } from "../csv.ts";
import { serialize } from "../database/serialize.ts";
import { asCents, exactInteger, sumOfCents, toDollars } from "../money.ts";
import { readPage } from "../pagination/pages.ts";
import { NO_COUNT } from "../pagination/totals.ts";
import {
  isOver,
  type ReconciliationQuery,
  type ReconciliationRow,
  type ReconciliationSummary,
  reconciliationRow,
  type Total,
} from "./contract.ts";
import { type Day, type DayRow, type DayTotals, donationsOfDay, totalsOfDay } from "./sql.ts";

/** Bounds the memory that a CSV file takes. */
const ROWS_PER_PAGE = 500;

const serializeRow = (row: DayRow): ReconciliationRow =>
  serialize(reconciliationRow, row, {
    donation_id: row.id,
    dollar_amount: toDollars(row.amountCents),
    net_usd: toDollars(row.netCents),
    school_confirmation_id: row.creditId,
  });

function listingOf(
  scope: BankScope,
  filters: Day & { limit: number; cursor?: string | undefined },
) {
  const { at, rows } = donationsOfDay(scope, filters);
  const by = { at, id: "d.id" } as const;
  return { list: "reconciliation", tenant: scope.bankId, filters, rows, by, show: serializeRow };
}

const serializeTotal = (total: DayTotals[string] | undefined): Total => ({
  count: total?.count ?? 0,
  dollar_amount: toDollars(total?.cents ?? asCents(0)),
  net_usd: toDollars(total?.net ?? asCents(0)),
  points_redeemed: exactInteger(BigInt(total?.points ?? 0)),
});

function summaryOf({ date, basis }: Day, byStatus: DayTotals, now: Date): ReconciliationSummary {
  const totals = Object.values(byStatus);
  const all = {
    count: totals.reduce((sum, { count }) => sum + count, 0),
    cents: sumOfCents(totals.map(({ cents }) => cents)),
    net: sumOfCents(totals.map(({ net }) => net)),
    points: String(totals.reduce((sum, { points }) => sum + BigInt(points), 0n)),
  };
  const { completed, failed, canceled, pending } = byStatus;
  return {
    date,
    basis,
    as_of: now.toISOString(),
    final: isOver(date, now) && !pending,
    totals: {
      all: serializeTotal(all),
      completed: serializeTotal(completed),
      failed: serializeTotal(failed),
      canceled: serializeTotal(canceled),
      pending: serializeTotal(pending),
    },
  };
}

/** One page of the day, newest first, with the totals of the whole day from the same snapshot. */
export async function getReconciliation(
  scope: BankScope,
  query: ReconciliationQuery,
): Promise<Page<ReconciliationRow> & { summary: ReconciliationSummary }> {
  const now = new Date();
  const { total, summary } = totalsOfDay(scope, query);
  const page = await readPage({ ...listingOf(scope, query), total, summary });
  return { ...page, summary: summaryOf(query, page.summary as DayTotals, now) };
}

const DAY = tableOfFields<ReconciliationRow>(reconciliationRow.keyof().options, {
  dollar_amount: ({ dollar_amount }) => dollar_amount.toFixed(2),
  net_usd: ({ net_usd }) => net_usd.toFixed(2),
  event_ids: ({ event_ids }) => event_ids.join(" "),
});

/**
 * Streams the whole day, in the same order as its pages. Each row that existed at the start is returned once, as of when
 * its page is read.
 */
export async function reconciliationCsv(scope: BankScope, day: Day) {
  const listing = (cursor?: string) => listingOf(scope, { ...day, limit: ROWS_PER_PAGE, cursor });
  const rows = everyPage((cursor) => readPage({ ...listing(cursor), total: NO_COUNT }));
  const body = await streamCsv({ scope, action: null }, DAY, rows);
  return { body, fileName: `reconciliation-${day.date}-${day.basis}.csv` };
}
