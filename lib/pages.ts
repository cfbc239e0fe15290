/**
 * Pages of lists. A page continues behind a position, never at an offset, so that inserts and deletions
 * in between make nothing come twice or never. Page and total come from one statement, and so from one
 * moment.
 */
import { Prisma } from "../generated/prisma/client.ts";
import type { Page } from "./contract.ts";
import { makeCursor, type Position, readCursor } from "./cursor.ts";
import { pool } from "./database/pool.ts";

const { sql, join, empty } = Prisma;
type Sql = Prisma.Sql;

/** A list, asked for one page of it, newest first. */
export type Listing = {
  /** What its cursors belong to: `listKey`. */
  key: string;
  limit: number;
  cursor?: string | undefined;
  columns: Sql;
  from: Sql;
  where: Sql[];
  /** The time and the id (a uuid) that it sorts by. */
  by: { at: Sql; id: Sql };
  /** A scalar: the number of rows that `where` leaves. Counted where left out. */
  total?: Sql | undefined;
  /** A scalar of type json: what the page has to say of all of them. */
  summary?: Sql | undefined;
};

type Positioned = { positionAt: Date; positionId: string };

/** From one row more than asked for, which tells whether there is a next page. */
export function pageOf<Row, Item>(
  list: { key: string; limit: number },
  rows: Row[],
  total: number,
  positionOf: (row: Row) => Position,
  show: (row: Row) => Item,
): Page<Item> {
  const shown = rows.slice(0, list.limit);
  const last = shown.at(-1);
  const nextCursor =
    last && rows.length > list.limit ? makeCursor(list.key, positionOf(last)) : null;
  return { items: shown.map(show), total, nextCursor };
}

/** A list that always fits one page. */
export function wholeList<Item>(items: Item[]): Page<Item> {
  return { items, total: items.length, nextCursor: null };
}

/**
 * Reads one page.
 * @throws InvalidInput `cursor_invalid`
 */
export async function readPage<Row, Item>(
  list: Listing,
  show: (row: Row) => Item,
): Promise<Page<Item>> {
  const { columns, from, by, where } = list;
  const after = list.cursor === undefined ? undefined : readCursor(list.key, list.cursor);
  const behind = after
    ? sql`and (${by.at}, ${by.id}) < (${after[0]}::timestamptz, ${after[1]}::uuid)`
    : empty;
  const filter = join(where, " and ");
  const total = list.total ?? sql`select count(*) from ${from} where ${filter}`;
  const statement = sql`
    select counted.*, page.*
    from (
      select (${total})::bigint as total, (${list.summary ?? sql`null`})::json as summary
    ) counted left join lateral (
      select ${columns}, ${by.at} as "positionAt", ${by.id} as "positionId"
      from ${from} where ${filter} ${behind}
      order by ${by.at} desc, ${by.id} desc limit ${list.limit + 1}
    ) page on true
    order by page."positionAt" desc, page."positionId" desc`;
  const { rows } = await pool().query<Row & Positioned & { total: number; summary: unknown }>({
    text: statement.text,
    values: statement.values,
  });
  // An empty page is one row that holds the total alone.
  const found = rows.filter((row) => row.positionId !== null);
  const positionOf = (row: Positioned): Position => [row.positionAt.toISOString(), row.positionId];
  const page = pageOf(list, found, rows[0]?.total ?? 0, positionOf, show);
  return list.summary ? { ...page, summary: rows[0]?.summary } : page;
}
