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
import { listKey, makeCursor, type Position, positionAfter } from "../cursor.ts";
import { run } from "../database/run.ts";
import { kysely } from "../database/tables.ts";

/** A list, newest first unless it says otherwise, of which one page is requested. */
type Listing<DB, TB extends keyof DB, Row, Item> = {
  /** These and the filters, but not their `limit`, identify the list for its cursors. */
  list: string;
  tenant: string;
  filters: { limit: number; cursor?: string | undefined };
  /** All rows that match the filters, unordered. */
  rows: SelectQueryBuilder<DB, TB, Row>;
  /** The time and id (a uuid) to sort by, or a value of another type. */
  by: {
    at: StringReference<DB, TB> | Expression<Date | null>;
    id: StringReference<DB, TB>;
    type?: "timestamptz" | "bigint";
    isAscending?: boolean;
  };
  show: (row: Row) => Item;
  /** The number of rows, if they need not be counted. */
  total?: Expression<number> | undefined;
  /** How many are counted and one more, if not all. */
  maxCounted?: number | undefined;
  /** A JSON value about all rows. */
  summary?: Expression<unknown> | undefined;
};

/**
 * The size at which a page ends early, with its cursor. Rows are measured as JSON of their columns; 32 KiB of the 512 KiB
 * of a response are reserved for what it adds to them.
 */
const MAX_PAGE_BYTES = (512 - 32) * 1_024;

/**
 * @param rows the first rows of the list, no more than fit on a page, or one more than requested
 * @param found their number with those that don't fit, which shows whether there is a next page
 */
export function pageOf<Row, Item>(
  list: { key: string; limit: number },
  { rows, total, found = rows.length }: { rows: Row[]; total: number; found?: number },
  positionOf: (row: Row) => Position,
  show: (row: Row) => Item,
): Page<Item> {
  const shown = rows.slice(0, list.limit);
  const last = shown.at(-1);
  const nextCursor = last && found > shown.length ? makeCursor(list.key, positionOf(last)) : null;
  return { items: shown.map(show), total, nextCursor };
}

/** A list that always fits on one page. */
export function wholeList<Item>(items: Item[]): Page<Item> {
  return { items, total: items.length, nextCursor: null };
}

type Positioned = { positionAt: Date | number; positionId: string };

/** A page in order, each row with the number of rows found, its position, and the bytes of all rows up to it. */
function measured(page: Expression<unknown>, direction: "asc" | "desc") {
  const order = sql.raw(direction);
  const upToHere = sql`over (order by listed.position_at ${order}, listed.position_id ${order})`;
  return sql<{ found: number; place: number; bytes: number }>`(select listed.*,
    count(*) over () as found, row_number() ${upToHere} as place,
    sum(octet_length(row_to_json(listed)::text)) ${upToHere} as bytes from ${page} as listed)`;
}

const keyOf = (of: { list: string; tenant: string; filters: Record<string, unknown> }) =>
  listKey(of.list, of.tenant, of.filters);

/** The statement for one page, each row with the total and the summary. */
function pageQuery<DB, TB extends keyof DB, Row, Item>(list: Listing<DB, TB, Row, Item>) {
  const { rows, by, filters } = list;
  const at = typeof by.at === "string" ? sql.ref<Date>(by.at) : by.at;
  const id = sql.ref<string>(by.id as string);
  const after = positionAfter(keyOf(list), filters.cursor);
  const { type = "timestamptz", isAscending = false } = by;
  const [direction, isAfter] = isAscending ? (["asc", ">"] as const) : (["desc", "<"] as const);
  const rest = after
    ? rows.where(
        sql<SqlBool>`(${at}, ${id}) ${sql.raw(isAfter)} (${after[0]}::${sql.raw(type)}, ${after[1]}::uuid)`,
      )
    : rows;
  const page = rest
    .select([sql<Date>`${at}`.as("positionAt"), id.as("positionId")])
    .orderBy(sql`${at}`, direction)
    .orderBy(id, direction)
    .limit(filters.limit + 1);
  const some = list.maxCounted === undefined ? rows : rows.limit(list.maxCounted + 1);
  const total = list.total ?? sql`select count(*) from (${some.clearSelect()}) as some_rows`;
  const counted = kysely.selectNoFrom([
    sql<number>`(${total})::bigint`.as("total"),
    sql<unknown>`(${list.summary ?? sql`null`})::json`.as("summary"),
  ]);
  return (
    kysely
      .selectFrom(counted.as("counted"))
      .leftJoinLateral(measured(page, direction).as("page"), (join) =>
        // The database doesn't send rows that don't fit. The first row always fits.
        join.on((of) => of.or([of("page.bytes", "<=", MAX_PAGE_BYTES), of("page.place", "=", 1)])),
      )
      .selectAll()
      .orderBy(sql`page.position_at`, direction)
      .orderBy(sql`page.position_id`, direction)
      // The compiler can't infer the row type through the join. An empty page is one row of nulls.
      .$castTo<Row & Positioned & { found: number; total: number; summary: unknown }>()
  );
}

/**
 * Reads one page.
 * @throws InvalidInput `cursor_invalid`
 */
export async function readPage<DB, TB extends keyof DB, Row, Item>(
  list: Listing<DB, TB, Row, Item>,
): Promise<Page<Item>> {
  const rows = await run(pageQuery(list));
  const fitting = rows.filter((row) => row.positionId !== null);
  const positionOf = ({ positionAt: at, positionId }: Positioned): Position => [
    at instanceof Date ? at.toISOString() : String(at),
    positionId,
  ];
  const { total = 0, found = 0 } = rows[0] ?? {};
  const of = { key: keyOf(list), limit: list.filters.limit };
  const page = pageOf(of, { rows: fitting, total, found }, positionOf, list.show);
  return list.summary ? { ...page, summary: rows[0]?.summary } : page;
}
