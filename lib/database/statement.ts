/**
 * Statements that are built once per process and run many times, with named parameters. Queries that are
 * built for each call (lists with filters) use `run` instead.
 */
import { type RawBuilder, sql } from "kysely";
import type { Cents } from "../money.ts";
import { pool } from "./pool.ts";
import { type Connection, type Query, type RunOptions, sendForRows } from "./run.ts";
import { snakeCase } from "./tables.ts";

/** Replaces lone surrogates with U+FFFD, as in other parameters: `jsonb` rejects them. */
const wellFormed = (_key: string, value: unknown) =>
  typeof value === "string" ? value.toWellFormed() : value;

class Placeholder {
  /** If the value is a list of rows: the column name of each field. */
  columns?: [field: string, column: string][];
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }

  valueIn(values: object): unknown {
    const value = (values as Record<string, unknown>)[this.name];
    const { columns } = this;
    if (!columns) return value;
    const rows = (value as Record<string, unknown>[]).map((row) => {
      const record: Record<string, unknown> = {};
      for (const [field, column] of columns) record[column] = row[field];
      return record;
    });
    const json = JSON.stringify(rows);
    // A replacer is expensive, so it is used only if the text may contain a lone surrogate.
    return json.includes("\\ud") ? JSON.stringify(rows, wellFormed) : json;
  }
}

const placeholderOf = new WeakMap<object, Placeholder>();

/** The named parameters of a statement, for use as values in its query. */
export type Parameters<Values> = { readonly [Name in keyof Values]-?: RawBuilder<Values[Name]> };

const anyParameters = new Proxy({} as Parameters<Record<string, unknown>>, {
  get(_, name: string) {
    const placeholder = new Placeholder(name);
    const value = sql.val(placeholder);
    placeholderOf.set(value, placeholder);
    return value;
  },
});

/** The PostgreSQL types that a value of this type can be read as. */
type ColumnTypeOf<T> = [NonNullable<T>] extends [string]
  ? "uuid" | "text" | "bytea" | "date"
  : [NonNullable<T>] extends [Cents]
    ? "int8"
    : [NonNullable<T>] extends [number]
      ? "int4" | "int8" | "float8"
      : [NonNullable<T>] extends [boolean]
        ? "boolean"
        : [NonNullable<T>] extends [Date]
          ? "timestamptz"
          : [NonNullable<T>] extends [readonly string[]]
            ? "text[]" | "jsonb"
            : "jsonb";

/** The rows as a statement reads them. Bytes, which JSON holds as text, become a Buffer. */
type RecordsetRow<Row, Columns extends { [Name in keyof Row]: unknown }> = {
  [Name in keyof Row]: Columns[Name] extends "bytea"
    ? Buffer | Extract<Row[Name], null>
    : Row[Name];
};

/**
 * A parameter's objects as rows to select from: one JSON value, read by `jsonb_to_recordset`.
 * @param columns the type of each field. Bytes are text such as `\x00ff`.
 */
export function recordset<
  Row extends object,
  Alias extends string,
  const Columns extends { [Name in keyof Required<Row>]: ColumnTypeOf<Row[Name]> },
>(rows: RawBuilder<readonly Row[]>, alias: Alias, columns: Columns) {
  const placeholder = placeholderOf.get(rows);
  if (!placeholder) throw new TypeError("recordset() reads a parameter of the statement");
  placeholder.columns = Object.keys(columns).map((field) => [field, snakeCase(field)]);
  const definitions = Object.entries<string>(columns).map(
    ([field, type]) => sql`${sql.id(field)} ${sql.raw(type)}`,
  );
  return sql<RecordsetRow<Row, Columns>>`jsonb_to_recordset(${rows}::jsonb)`.as<Alias>(
    sql`${sql.id(alias)}(${sql.join(definitions)})`,
  );
}

/**
 * Makes a function that runs a statement with named parameters, on the pool or in a transaction.
 * @param build is called once, with a placeholder for each parameter
 * @example
 * const findPrior = statement((given: Parameters<{ bankId: string }>) =>
 *   kysely.selectFrom("donation").select("id").where("bankId", "=", given.bankId));
 * const rows = await findPrior({ bankId });
 */
export function statement<Values extends object, Row>(
  build: (given: Parameters<Values>) => Query<Row>,
  options: RunOptions = {},
): (values: Values, on?: Connection) => Promise<Row[]> {
  let built: { text: string; parameters: readonly unknown[] } | undefined;
  return (values, on = pool()) => {
    if (!built) {
      const { sql: text, parameters } = build(anyParameters as Parameters<Values>).compile();
      built = { text, parameters };
    }
    const bound = built.parameters.map((parameter) =>
      parameter instanceof Placeholder ? parameter.valueIn(values) : parameter,
    );
    return sendForRows<Row>({ text: built.text, values: bound }, on, options);
  };
}
