/**
 * Statements that are built once per process and run many times, with named parameters. Queries that are
 * built for each call (lists with filters) use `run` instead.
 */
import { type RawBuilder, sql } from "kysely";
import type { Cents } from "../money.ts";
import { pool } from "./pool.ts";
import { type Connection, type Query, type RunOptions, sendForRows } from "./run.ts";
import { snakeCase } from "./tables.ts";

/** Replaces lone surrogates by U+FFFD, as in other parameters: `jsonb` would reject them. */
const wellFormed = (_key: string, value: unknown) =>
  typeof value === "string" ? value.toWellFormed() : value;

/** A placeholder for a parameter's value. */
class Placeholder {
  /** If the value is a list of rows: the column name of each field. */
  columns?: [field: string, column: string][];
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }

  valueIn(given: object): unknown {
    const value = (given as Record<string, unknown>)[this.name];
    const { columns } = this;
    if (!columns) return value;
    const rows = (value as Record<string, unknown>[]).map((row) => {
      const named: Record<string, unknown> = {};
      for (const [field, column] of columns) named[column] = row[field];
      return named;
    });
    const json = JSON.stringify(rows);
    // A replacer is expensive, so it is used only if the text may contain a lone surrogate.
    return json.includes("\\ud") ? JSON.stringify(rows, wellFormed) : json;
  }
}

const placeholderOf = new WeakMap<object, Placeholder>();

/** The named parameters of a statement, for use as values in its query. */
export type Parameters<Given> = { readonly [Name in keyof Given]-?: RawBuilder<Given[Name]> };

const anyParameters = new Proxy({} as Parameters<Record<string, unknown>>, {
  get(_, name: string) {
    const placeholder = new Placeholder(name);
    const value = sql.val(placeholder);
    placeholderOf.set(value, placeholder);
    return value;
  },
});

/** The types of PostgreSQL that a value of this type may be read as. */
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

/** The rows as a statement reads them: bytes, which are text in JSON, are bytes again. */
type Columned<Row, Columns extends { [Name in keyof Row]: unknown }> = {
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
  const listed = Object.entries<string>(columns).map(
    ([field, type]) => sql`${sql.id(field)} ${sql.raw(type)}`,
  );
  return sql<Columned<Row, Columns>>`jsonb_to_recordset(${rows}::jsonb)`.as<Alias>(
    sql`${sql.id(alias)}(${sql.join(listed)})`,
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
export function statement<Given extends object, Row>(
  build: (given: Parameters<Given>) => Query<Row>,
  options: RunOptions = {},
): (given: Given, on?: Connection) => Promise<Row[]> {
  let built: { text: string; parameters: readonly unknown[] } | undefined;
  return (given, on = pool()) => {
    if (!built) {
      const { sql: text, parameters } = build(anyParameters as Parameters<Given>).compile();
      built = { text, parameters };
    }
    const values = built.parameters.map((value) =>
      value instanceof Placeholder ? value.valueIn(given) : value,
    );
    return sendForRows<Row>({ text: built.text, values }, on, options);
  };
}
