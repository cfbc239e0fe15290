/** Reads a bank's day. The cost grows with the day's donations, not with the table. */
import type { BankApiScope } from "../auth/scopes.ts";
import type { Page } from "../contract.ts";
import { bankReader, everyPage, streamCsv, tableOfFields } from "../csv.ts";
import { onlyRow, run } from "../database/run.ts";
import { serialize } from "../database/serialize.ts";
import { kysely } from "../database/tables.ts";
import type { DonationStatus } from "../donations/state.ts";
import { ServiceError } from "../errors.ts";
import { exactInteger, sumOfCents, toDollars } from "../money.ts";
import { readPage } from "../pagination/pages.ts";
import { NO_COUNT } from "../pagination/totals.ts";
import {
  isOver,
  isReportable,
  type ReconciliationQuery,
  type ReconciliationRow,
  type ReconciliationSummary,
  reconciliationRow,
  type Total,
} from "./contract.ts";
import {
  type Day,
  type DayRow,
  donationsOfDay,
  type Subtotal,
  type Sums,
  totalsOfDay,
} from "./sql.ts";

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
  scope: BankApiScope,
  filters: Day & { limit: number; cursor?: string | undefined },
) {
  const { at, rows } = donationsOfDay(scope, filters);
  const by = { at, id: "d.id" } as const;
  return { list: "reconciliation", tenant: scope.bankId, filters, rows, by, show: serializeRow };
}

const serializeTotal = ({ count, cents, net, points }: Sums): Total => ({
  count,
  dollar_amount: toDollars(cents),
  net_usd: toDollars(net),
  points_redeemed: exactInteger(BigInt(points)),
});

/** The sum of some of the subtotals. */
const sumOf = (some: Sums[]): Total =>
  serializeTotal({
    count: some.reduce((sum, { count }) => sum + count, 0),
    cents: sumOfCents(some.map(({ cents }) => cents)),
    net: sumOfCents(some.map(({ net }) => net)),
    points: String(some.reduce((sum, { points }) => sum + BigInt(points), 0n)),
  });

function summaryOf(day: Day, subtotals: Subtotal[], now: Date): ReconciliationSummary {
  const { date, through = date, basis } = day;
  const inStatus = (status: string) => subtotals.filter((one) => one.status === status);
  return {
    date,
    through,
    basis,
    as_of: now.toISOString(),
    final: isOver(through, now) && inStatus("pending").length === 0,
    totals: {
      all: sumOf(subtotals),
      completed: sumOf(inStatus("completed")),
      failed: sumOf(inStatus("failed")),
      canceled: sumOf(inStatus("canceled")),
      pending: sumOf(inStatus("pending")),
    },
    subtotals: subtotals.map(({ schoolId, fundId, status, ...sums }) => ({
      school_id: schoolId,
      fund_id: fundId,
      status: status as DonationStatus,
      ...serializeTotal(sums),
    })),
  };
}

/** One page of the day, newest first, with the totals of all days from the same snapshot. */
export async function getReconciliation(
  scope: BankApiScope,
  query: ReconciliationQuery,
): Promise<Page<ReconciliationRow> & { summary: ReconciliationSummary }> {
  const now = new Date();
  const { total, summary } = totalsOfDay(scope, query);
  const page = await readPage({ ...listingOf(scope, query), total, summary });
  return { ...page, summary: summaryOf(query, page.summary as Subtotal[], now) };
}

/** The totals of the days; null if there are too many. */
export async function readReconciliation(scope: BankApiScope, days: Day) {
  if (!isReportable(days)) return null;
  const { summary } = totalsOfDay(scope, days);
  const { subtotals } = onlyRow(await run(kysely.selectNoFrom(summary.as("subtotals"))));
  return summaryOf(days, subtotals, new Date());
}

const DAY = tableOfFields<ReconciliationRow>(reconciliationRow.keyof().options, {
  dollar_amount: ({ dollar_amount }) => dollar_amount.toFixed(2),
  net_usd: ({ net_usd }) => net_usd.toFixed(2),
  event_ids: ({ event_ids }) => event_ids.join(" "),
});

/**
 * Streams all days, in the same order as its pages. Each row that existed at the start is returned once, as of when
 * its page is read.
 */
export async function reconciliationCsv(scope: BankApiScope, day: Day) {
  const { date, through = date, basis } = day;
  if (!isReportable(day)) throw new ServiceError("BAD_REQUEST");
  const listing = (cursor?: string) => listingOf(scope, { ...day, limit: ROWS_PER_PAGE, cursor });
  const rows = everyPage((cursor) => readPage({ ...listing(cursor), total: NO_COUNT }));
  const body = await streamCsv(bankReader(scope, "donations.export"), DAY, rows);
  return {
    body,
    fileName: `reconciliation-${[...new Set([date, through])].join("-to-")}-${basis}.csv`,
  };
}
