/**
 * Keyset pagination. A page continues after a position, never at an offset, so that concurrent inserts and
 * deletions cannot repeat or skip a row. Page and total come from one statement, and so from one snapshot.
 */
import {
  type Expression,
  type SelectQueryBuilder,
  type SqlBool,
  type StringReference,
  sql,
} from "kysely";
import type { Page } from "../contract.ts";
import { makeCursor, type Position, readCursor } from "../cursor.ts";
import { run } from "../database/run.ts";
import { kysely } from "../database/tables.ts";

/** A list, newest first, of which one page is requested. */
export type Listing<DB, TB extends keyof DB, Row> = {
  /** Identifies the list for its cursors: `listKey`. */
  key: string;
  limit: number;
  cursor?: string | undefined;
  /** All rows that match the filters, unordered. */
  rows: SelectQueryBuilder<DB, TB, Row>;
  /** The time and id (a uuid) to sort by. */
  by: { at: StringReference<DB, TB> | Expression<Date | null>; id: StringReference<DB, TB> };
  /** The number of rows, if they need not be counted. */
  total?: Expression<number> | undefined;
  /** A JSON value about all rows. */
  summary?: Expression<unknown> | undefined;
};

/** From one row more than requested, which shows whether there is a next page. */
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

/** A list that always fits on one page. */
export function wholeList<Item>(items: Item[]): Page<Item> {
  return { items, total: items.length, nextCursor: null };
}

type Positioned = { positionAt: Date; positionId: string };

/** The statement for one page, each row with the total and the summary. */
function pageQuery<DB, TB extends keyof DB, Row>(list: Listing<DB, TB, Row>) {
  const { rows, by, cursor } = list;
  const at = typeof by.at === "string" ? sql.ref<Date>(by.at) : by.at;
  const id = sql.ref<string>(by.id as string);
  const after = cursor === undefined ? undefined : readCursor(list.key, cursor);
  const rest = after
    ? rows.where(sql<SqlBool>`(${at}, ${id}) < (${after[0]}::timestamptz, ${after[1]}::uuid)`)
    : rows;
  const page = rest
    .select([sql<Date>`${at}`.as("positionAt"), id.as("positionId")])
    .orderBy(sql`${at}`, "desc")
    .orderBy(id, "desc")
    .limit(list.limit + 1);
  const total = list.total ?? rows.clearSelect().select(sql<number>`count(*)`.as("count"));
  const counted = kysely.selectNoFrom([
    sql<number>`(${total})::bigint`.as("total"),
    sql<unknown>`(${list.summary ?? sql`null`})::json`.as("summary"),
  ]);
  return (
    kysely
      .selectFrom(counted.as("counted"))
      .leftJoinLateral(page.as("page"), (join) => join.onTrue())
      .selectAll()
      .orderBy(sql`page.position_at`, "desc")
      .orderBy(sql`page.position_id`, "desc")
      // Rows of any type: the compiler cannot see through the join. An empty page is one row of nulls.
      .$castTo<Row & Positioned & { total: number; summary: unknown }>()
  );
}

/**
 * Reads one page.
 * @throws InvalidInput `cursor_invalid`
 */
export async function readPage<DB, TB extends keyof DB, Row, Item>(
  list: Listing<DB, TB, Row>,
  show: (row: Row) => Item,
): Promise<Page<Item>> {
  const rows = await run(pageQuery(list));
  const found = rows.filter((row) => row.positionId !== null);
  const positionOf = (row: Positioned): Position => [row.positionAt.toISOString(), row.positionId];
  const page = pageOf(list, found, rows[0]?.total ?? 0, positionOf, show);
  return list.summary ? { ...page, summary: rows[0]?.summary } : page;
}
