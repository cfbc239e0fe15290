/** Reads a bank's day. The cost grows with the day's donations, not with the table. */
import type { BankScope } from "../auth/scopes.ts";
import type { Page } from "../contract.ts";
import { listKey } from "../cursor.ts";
import { asCents, exactInteger, sumOfCents, toDollars } from "../money.ts";
import { readPage } from "../pagination/pages.ts";
import type {
  ReconciliationQuery,
  ReconciliationRow,
  ReconciliationSummary,
  Sum,
} from "./contract.ts";
import { isOver } from "./day.ts";
import {
  type Counted,
  type Day,
  type DayRow,
  donationsOfDay,
  NOT_COUNTED,
  totalsOfDay,
} from "./sql.ts";

/** Rows of a CSV file per query, which bounds the memory. */
const ROWS_AT_A_TIME = 500;

function serialize(row: DayRow): ReconciliationRow {
  return {
    donation_id: row.id,
    bank_transaction_ref: row.bankTransactionRef,
    channel: row.channel as ReconciliationRow["channel"],
    status: row.status as ReconciliationRow["status"],
    school_id: row.schoolId,
    dollar_amount: toDollars(row.amountCents),
    points_redeemed: row.pointsRedeemed,
    created_at: row.createdAt.toISOString(),
    completed_at: row.completedAt?.toISOString() ?? null,
    failed_at: row.failedAt?.toISOString() ?? null,
    school_confirmation_id: row.creditId,
    event_ids: row.eventIds,
  };
}

function listingOf(scope: BankScope, day: Day) {
  const { at, rows } = donationsOfDay(scope, day);
  return {
    key: listKey("reconciliation", scope.bankId, { date: day.date, basis: day.basis }),
    rows,
    by: { at, id: "d.id" },
  } as const;
}

const sumOf = (counted: Counted[string] | undefined): Sum => ({
  count: counted?.count ?? 0,
  dollar_amount: toDollars(counted?.cents ?? asCents(0)),
  points_redeemed: exactInteger(BigInt(counted?.points ?? 0)),
});

function summaryOf({ date, basis }: Day, counted: Counted, now: Date): ReconciliationSummary {
  const each = Object.values(counted);
  const all = {
    count: each.reduce((sum, { count }) => sum + count, 0),
    cents: sumOfCents(each.map(({ cents }) => cents)),
    points: String(each.reduce((sum, { points }) => sum + BigInt(points), 0n)),
  };
  const { completed, failed, pending } = counted;
  return {
    date,
    basis,
    as_of: now.toISOString(),
    final: isOver(date, now) && !pending,
    totals: {
      all: sumOf(all),
      completed: sumOf(completed),
      failed: sumOf(failed),
      pending: sumOf(pending),
    },
  };
}

/** One page of the day, newest first, with the totals of the whole day from the same snapshot. */
export async function getReconciliation(
  scope: BankScope,
  { date, basis, limit, cursor }: ReconciliationQuery,
): Promise<Page<ReconciliationRow> & { summary: ReconciliationSummary }> {
  const now = new Date();
  const { total, summary } = totalsOfDay(scope, { date, basis });
  const page = await readPage(
    { ...listingOf(scope, { date, basis }), limit, cursor, total, summary },
    serialize,
  );
  return { ...page, summary: summaryOf({ date, basis }, page.summary as Counted, now) };
}

/**
 * All rows of the day in the order of its pages, in portions as they are requested. No transaction stays
 * open in between, so a slow client blocks nothing: each row that existed at the start is returned once, as
 * it is when its portion is read.
 */
export async function* readDay(scope: BankScope, day: Day): AsyncGenerator<ReconciliationRow[]> {
  const listing = { ...listingOf(scope, day), limit: ROWS_AT_A_TIME, total: NOT_COUNTED };
  let cursor: string | undefined;
  do {
    const page: Page<ReconciliationRow> = await readPage({ ...listing, cursor }, serialize);
    yield page.items;
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
}
