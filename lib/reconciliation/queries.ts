/** Reading a bank's day. Its cost grows with the day's donations, not with all there are. */
import { Prisma } from "../../generated/prisma/client.ts";
import type { BankScope } from "../auth/scopes.ts";
import type { Page } from "../contract.ts";
import { listKey } from "../cursor.ts";
import { exactInteger, toDollars } from "../money.ts";
import { type Listing, readPage } from "../pages.ts";
import type {
  ReconciliationQuery,
  ReconciliationRow,
  ReconciliationSummary,
  Sum,
} from "./contract.ts";
import { dayBetween, isOver } from "./day.ts";

const { sql, join } = Prisma;

/** So many rows of a file are read at a time: what is in memory stays as small, however long the day. */
const ROWS_AT_A_TIME = 500;

export type Day = Pick<ReconciliationQuery, "date" | "basis">;

type Row = {
  id: string;
  bankTransactionRef: string;
  channel: string;
  status: string;
  schoolId: string;
  amountCents: number;
  pointsRedeemed: number;
  createdAt: Date;
  completedAt: Date | null;
  failedAt: Date | null;
  creditId: string | null;
  eventIds: string[];
};

const COLUMNS = sql`d.id, d.bank_transaction_ref as "bankTransactionRef", d.channel, d.status,
  d.school_id as "schoolId", d.amount_cents as "amountCents", d.points_redeemed as "pointsRedeemed",
  d.created_at as "createdAt", d.completed_at as "completedAt", d.failed_at as "failedAt",
  c.platform_credit_id as "creditId",
  array(select e.id from event e where e.donation_id = d.id order by e.sequence) as "eventIds"`;

function serialize(row: Row): ReconciliationRow {
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

/** The donations of the day, whichever day they belong to by this basis. */
function listingOf(scope: BankScope, { date, basis }: Day) {
  const { from, to } = dayBetween(date);
  const at = basis === "accepted" ? sql`d.created_at` : sql`coalesce(d.completed_at, d.failed_at)`;
  const where = [sql`d.bank_id = ${scope.bankId}::uuid`, sql`${at} >= ${from}`, sql`${at} < ${to}`];
  // As the index has it.
  if (basis === "settled") where.push(sql`d.status <> 'pending'`);
  return {
    key: listKey("reconciliation", scope.bankId, { date, basis }),
    columns: COLUMNS,
    from: sql`donation d left join credit c on c.donation_id = d.id`,
    where,
    by: { at, id: sql`d.id` },
  } satisfies Partial<Listing>;
}

/** Points as text: their sum may be more than a number keeps exactly. */
type Counted = Record<string, { count: number; cents: number; points: string }>;

const sumOf = (counted: Counted[string] | undefined): Sum => ({
  count: counted?.count ?? 0,
  dollar_amount: toDollars(counted?.cents ?? 0),
  points_redeemed: exactInteger(BigInt(counted?.points ?? 0)),
});

function summaryOf({ date, basis }: Day, counted: Counted, now: Date): ReconciliationSummary {
  const each = Object.values(counted);
  const all = {
    count: each.reduce((sum, { count }) => sum + count, 0),
    cents: each.reduce((sum, { cents }) => sum + cents, 0),
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

/** One page of the day, newest first, with the totals of the whole day as of the same moment. */
export async function getReconciliation(
  scope: BankScope,
  { date, basis, limit, cursor }: ReconciliationQuery,
): Promise<Page<ReconciliationRow> & { summary: ReconciliationSummary }> {
  const now = new Date();
  const listing = listingOf(scope, { date, basis });
  const where = join(listing.where, " and ");
  const summary = sql`
    select coalesce(json_object_agg(status, json_build_object(
      'count', count, 'cents', cents, 'points', points::text)), '{}')
    from (
      select d.status, count(*) as count, sum(d.amount_cents) as cents,
        sum(d.points_redeemed) as points
      from donation d where ${where} group by d.status
    ) counted`;
  const page = await readPage<Row, ReconciliationRow>(
    {
      ...listing,
      limit,
      cursor,
      total: sql`select count(*) from donation d where ${where}`,
      summary,
    },
    serialize,
  );
  return { ...page, summary: summaryOf({ date, basis }, page.summary as Counted, now) };
}

/**
 * All rows of the day in the order of its pages, portion by portion as they are asked for. No
 * transaction is open in between, so that a slow reader holds nothing up: each row that was there from
 * the beginning comes once, as it is when its portion is read.
 */
export async function* readDay(scope: BankScope, day: Day): AsyncGenerator<ReconciliationRow[]> {
  const listing = { ...listingOf(scope, day), limit: ROWS_AT_A_TIME, total: sql`select 0` };
  let cursor: string | undefined;
  do {
    const page: Page<ReconciliationRow> = await readPage<Row, ReconciliationRow>(
      { ...listing, cursor },
      serialize,
    );
    yield page.items;
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
}
