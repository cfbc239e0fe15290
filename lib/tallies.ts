/**
 * Exact totals at a price that does not grow with what is counted. Triggers keep the sums, in the
 * transaction that changes the list (prisma/migrations, bank_api).
 */
import { Prisma } from "../generated/prisma/client.ts";

const { sql, empty, join } = Prisma;
type Sql = Prisma.Sql;

const DAY_MS = 86_400_000;
const startOfDay = (at: Date) => new Date(Math.floor(at.getTime() / DAY_MS) * DAY_MS);
const nextStartOfDay = (at: Date) => new Date(Math.ceil(at.getTime() / DAY_MS) * DAY_MS);
/** As `date` takes it, whatever time zone the connection has. The day after the last of 9999 too. */
const dayOf = (at: Date) => at.toISOString().replace("+0", "").split("T", 1)[0];

/**
 * How many rows of a list an owner has: a scalar for `readPage`.
 * @param list as the triggers name it
 * @param owner the id of the bank, or of the endpoint for its deliveries
 * @param status one status only; an event's is its type
 */
export function tallied(
  list: "accounts" | "donations" | "events" | "deliveries",
  owner: string,
  status?: string,
): Sql {
  const ofStatus = status === undefined ? empty : sql`and status = ${status}`;
  return sql`select coalesce(sum(count), 0) from tally
    where list = ${list} and owner = ${owner}::uuid ${ofStatus}`;
}

type Times = { from?: Date | undefined; to?: Date | undefined };

/** Conditions: created at `from` or later, and before `to`. */
export function createdBetween(createdAt: Sql, { from, to }: Times): Sql[] {
  return [
    ...(from ? [sql`${createdAt} >= ${from}`] : []),
    ...(to ? [sql`${createdAt} < ${to}`] : []),
  ];
}

/** What a total is of. */
export type Counted = {
  list: "donations" | "events";
  owner: string;
  /** One part only: a donation's school. */
  part?: string | undefined;
  status?: string | undefined;
  /** Where to count what lies in a part of a day: table, conditions without the times, and the time. */
  rows: { table: Sql; where: Sql[]; createdAt: Sql };
} & Times;

/**
 * How many rows of a list an owner has in a range of time: a scalar for `readPage`. Whole days are
 * added up, and only what lies in a part of a day is counted.
 */
export function talliedBetween({ list, owner, part, status, from, to, rows }: Counted): Sql {
  const count = (range: Times) => {
    const where = [...rows.where, ...createdBetween(rows.createdAt, range)];
    return sql`select count(*) from ${rows.table} where ${join(where, " and ")}`;
  };
  const first = from && nextStartOfDay(from);
  const last = to && startOfDay(to);
  if (first && last && first > last) return count({ from, to });
  const days = [sql`list = ${list}`, sql`owner = ${owner}::uuid`];
  if (part !== undefined) days.push(sql`part = ${part}`);
  if (status !== undefined) days.push(sql`status = ${status}`);
  if (first) days.push(sql`day >= ${dayOf(first)}::date`);
  if (last) days.push(sql`day < ${dayOf(last)}::date`);
  const sums = [sql`select coalesce(sum(count), 0) from day_tally where ${join(days, " and ")}`];
  if (from && first && first > from) sums.push(count({ from, to: first }));
  if (to && last && last < to) sums.push(count({ from: last, to }));
  return sql`select (${join(sums, ") + (")})`;
}
