/**
 * Exact totals whose cost does not grow with the number of rows. Triggers maintain the sums, in the
 * transaction that changes the list (prisma/migrations, bank_api).
 */
import {
  type Expression,
  expressionBuilder,
  type SelectQueryBuilder,
  type SqlBool,
  sql,
} from "kysely";
import { given } from "../database/expressions.ts";
import { kysely, type Tables } from "../database/tables.ts";

const DAY_MS = 86_400_000;
const startOfDay = (at: Date) => new Date(Math.floor(at.getTime() / DAY_MS) * DAY_MS);
const nextStartOfDay = (at: Date) => new Date(Math.ceil(at.getTime() / DAY_MS) * DAY_MS);
/** In a format that `date` parses in any time zone, even the day after the last of 9999. */
const dateOf = (at: Date) =>
  sql<Date>`${at.toISOString().replace("+0", "").split("T", 1)[0]}::date`;

/** For a list that doesn't show its total. */
export const NO_COUNT = sql<number>`0`;

/** The sum of counters; zero if there are none. */
export const summed = sql<number>`coalesce(sum(count), 0)`.as("count");

/**
 * The number of rows of an owner's list: the `total` of a response.
 * @param list the name that the triggers use
 * @param owner the id of the bank; for deliveries that of the endpoint, or a query for several
 * @param status only one status; an event's is its type
 */
export function totalOf(
  list: "accounts" | "donations" | "events" | "deliveries",
  owner: string | SelectQueryBuilder<Tables, "webhookEndpoint", { id: string }>,
  status?: string,
): Expression<number> {
  const all = kysely
    .selectFrom("tally")
    .select(summed)
    .where("list", "=", list)
    .where((eb) =>
      typeof owner === "string" ? eb("owner", "=", owner) : eb("owner", "in", owner),
    );
  return sql`${status === undefined ? all : all.where("status", "=", status)}`;
}

type Times = { from?: Date | undefined; to?: Date | undefined };

/** A condition: created at `from` or later, and before `to`. */
export function createdBetween(createdAt: Expression<Date>, { from, to }: Times) {
  const eb = expressionBuilder<Tables, never>();
  return eb.and([
    ...(from ? [eb(createdAt, ">=", from)] : []),
    ...(to ? [eb(createdAt, "<", to)] : []),
  ]);
}

/** The rows to count, of any time, and their time column. */
type Dated<DB, TB extends keyof DB> = {
  rows: SelectQueryBuilder<DB, TB, object>;
  createdAt: Expression<Date>;
} & Times;

/**
 * The number of rows in a time range: adds up the tallies of whole days, and counts only the rows of partial days.
 * @param tallied the number of rows on the days that a condition on `day` selects
 */
export function sumDayTallies<DB, TB extends keyof DB>(
  tallied: (days: Expression<SqlBool>) => Expression<unknown>,
  { rows, createdAt, from, to }: Dated<DB, TB>,
): Expression<number> {
  const count = (range: Times) =>
    rows
      .clearSelect()
      .select(sql<number>`count(*)`.as("count"))
      .where(createdBetween(createdAt, range));
  const first = from && nextStartOfDay(from);
  const last = to && startOfDay(to);
  if (first && last && first > last) return sql`${count({ from, to })}`;
  const eb = expressionBuilder<Tables, "dayTally">();
  const days = eb.and([
    ...(first ? [eb("day", ">=", dateOf(first))] : []),
    ...(last ? [eb("day", "<", dateOf(last))] : []),
  ]);
  const sums: Expression<unknown>[] = [tallied(days)];
  if (from && first && first > from) sums.push(count({ from, to: first }));
  if (to && last && last < to) sums.push(count({ from: last, to }));
  return sql`${sql.join(sums, sql` + `)}`;
}

type CountedList<DB, TB extends keyof DB> = {
  list: "donations" | "events";
  owner: string | Expression<string>;
  /** Only rows of one part: a donation's school. */
  part?: string | undefined;
  status?: string | undefined;
} & Dated<DB, TB>;

/** The number of rows of an owner's list in a time range: the `total` of a response. */
export function totalBetween<DB, TB extends keyof DB>(
  counted: CountedList<DB, TB>,
): Expression<number> {
  const { list, owner, part, status } = counted;
  return sumDayTallies(
    (days) =>
      kysely
        .selectFrom("dayTally")
        .select(summed)
        .where("list", "=", list)
        .where("owner", "=", owner)
        .where(days)
        .where(({ and }) => and(given({ part, status }))),
    counted,
  );
}
