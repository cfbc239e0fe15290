/** Runs Kysely queries, on the pool or in a transaction. */
import type { CompiledQuery } from "kysely";
import type pg from "pg";
import { env } from "../env.ts";
import { type ErrorCode, ServiceError } from "../errors.ts";
import { pool } from "./pool.ts";
import type { Transaction } from "./transaction.ts";

export type Query<Row> = { compile(): CompiledQuery<Row> };

export type Connection = pg.Pool | Transaction;

export type RunOptions = {
  /** Prepares the statement once per connection under this name. Its plan must work for tables of any size. */
  name?: string;
  /** A request is waiting: gives up after DATABASE_TIMEOUT_MS. The statement may still take effect, as after a lost connection. */
  onRequest?: boolean;
};

const camelCased = new Map<string, string>();

/** `school_id` → `schoolId`. */
export function camelCase(column: string): string {
  let name = camelCased.get(column);
  if (name === undefined) {
    name = column.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
    camelCased.set(column, name);
  }
  return name;
}

/** Converts rows that were read as arrays to objects with camelCase keys. */
function toObjects<Row>({ fields, rows }: pg.QueryArrayResult): Row[] {
  const names = fields.map(({ name }) => camelCase(name));
  return rows.map((values) => {
    const row: Record<string, unknown> = {};
    for (const [index, name] of names.entries()) row[name] = values[index];
    return row as Row;
  });
}

/** Sends compiled SQL. For `run`, `affected` and `statement` only. */
export function send(
  { text, values }: { text: string; values: readonly unknown[] },
  on: Connection,
  { name, onRequest }: RunOptions,
): Promise<pg.QueryArrayResult> {
  const timeout = onRequest ? { query_timeout: env().databaseTimeoutMs } : {};
  const config = { text, values: [...values], rowMode: "array" as const, ...timeout };
  return on.query<unknown[]>(name === undefined ? config : { ...config, name });
}

/** Sends compiled SQL. @returns its rows, with camelCase keys */
export async function sendForRows<Row>(...sent: Parameters<typeof send>): Promise<Row[]> {
  return toObjects<Row>(await send(...sent));
}

function compiled(query: Query<unknown>) {
  const { sql, parameters } = query.compile();
  return { text: sql, values: parameters };
}

/** Runs a query. @param on the transaction, if any @returns its rows */
export function run<Row>(
  query: Query<Row>,
  on: Connection = pool(),
  options: RunOptions = {},
): Promise<Row[]> {
  return sendForRows<Row>(compiled(query), on, options);
}

/** Runs a query that returns at most one row. @returns the row, or undefined */
export async function runForOne<Row>(
  query: Query<Row>,
  on: Connection = pool(),
  options: RunOptions = {},
): Promise<Row | undefined> {
  const [row] = await run(query, on, options);
  return row;
}

/** The row of a query that always returns one. */
export function onlyRow<Row>([row]: Row[]): Row {
  if (row === undefined) throw new Error("a query that always returns a row returned none");
  return row;
}

/** Runs a query that always returns one row, such as an insert. */
export const runForRow = async <Row>(query: Query<Row>, on?: Connection): Promise<Row> =>
  onlyRow(await run(query, on));

/** Reads one row. @throws ServiceError with this code if there is none */
export async function requireRow<Row>(
  query: Query<Row>,
  missing: ErrorCode,
  on?: Connection,
): Promise<Row> {
  const row = await runForOne(query, on);
  if (!row) throw new ServiceError(missing);
  return row;
}

/** Runs an insert, update, or delete without results. @returns the number of affected rows */
export async function affected(
  query: Query<unknown>,
  on: Connection = pool(),
  options: RunOptions = {},
): Promise<number> {
  return (await send(compiled(query), on, options)).rowCount ?? 0;
}
