/** SQL expressions that every domain needs, with their PostgreSQL types. */
import {
  AliasNode,
  ColumnNode,
  type Expression,
  IdentifierNode,
  type Insertable,
  type InsertQueryBuilder,
  type InsertResult,
  type OperationNode,
  type QueryCreator,
  type RawBuilder,
  ReferenceNode,
  type SelectQueryBuilder,
  type SqlBool,
  sql,
} from "kysely";
import { likeLiteral } from "../text.ts";
import type { Query } from "./run.ts";
import { kysely, type Tables } from "./tables.ts";

/** A condition as a boolean value. Kysely types conditions for databases without booleans, too. */
export const asBoolean = (condition: Expression<SqlBool>) => sql<boolean>`(${condition})`;

/** Whether a column has this text in any case, as in indexes on `lower`. */
export const equalIgnoringCase = (column: string, text: string) =>
  asBoolean(sql`lower(${sql.ref(column)}) = lower(${text})`);

/** Whether a column contains this text, ignoring case. */
export const containsText = (column: string, text: string) =>
  asBoolean(sql`${sql.ref(column)} ilike ${`%${likeLiteral(text)}%`}`);

/** For `and(given({ … }))`: the columns and their values, without filters that are missing. */
export const given = <Values extends object>(values: Values) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as {
    [Column in keyof Values]: Exclude<Values[Column], undefined>;
  };

/** The time when the transaction began. */
export const now = sql<Date>`now()`;

/** The time this many seconds after the transaction began. Negative for a time before. */
export const inSeconds = (seconds: number | Expression<number>) =>
  sql<Date>`now() + make_interval(secs => ${seconds})`;

/** For `offset(optimizationFence)`: keeps the planner from merging a subquery into the outer query. */
export const optimizationFence = sql.lit(0);

/**
 * For `where("id", "=", anyOf(…))`: a single-column query as an array, so that a prepared statement uses the
 * table's index regardless of the table's size when it was planned.
 */
export const anyOf = <T>(values: Expression<Record<string, T>>) =>
  sql<NonNullable<T>>`any(array(${values}))`;

/** The values that a table accepts: every required column, and no unknown one. */
type Fits<Table extends keyof Tables, Row> = [Row] extends [Insertable<Tables[Table]>]
  ? [Exclude<keyof Row, keyof Tables[Table]>] extends [never]
    ? unknown
    : { "is not a column": Exclude<keyof Row, keyof Tables[Table]> }
  : { "does not fit": Table };

function nameOf(selection: OperationNode): string {
  if (AliasNode.is(selection) && IdentifierNode.is(selection.alias)) return selection.alias.name;
  if (ReferenceNode.is(selection) && ColumnNode.is(selection.column)) {
    return selection.column.column.name;
  }
  throw new TypeError(
    "insertFrom() needs a name for every value: select columns, or name values with as()",
  );
}

/**
 * `insert into … select …` by column name, so that no two values can be swapped.
 * @throws TypeError for `select *` and for unnamed values
 */
export function insertFrom<
  DB extends Tables,
  Table extends keyof Tables & keyof DB & string,
  From,
  TB extends keyof From,
  Row,
>(
  db: QueryCreator<DB>,
  table: Table,
  rows: SelectQueryBuilder<From, TB, Row> & Fits<Table, Row>,
): InsertQueryBuilder<DB, Table, InsertResult> {
  const selections = rows.toOperationNode().selections ?? [];
  const columns = selections.map(({ selection }) => nameOf(selection));
  // `Fits` has checked the names against the table's columns.
  return db
    .insertInto(table)
    .columns(columns as (keyof Tables[Table] & keyof DB[Table] & string)[])
    .expression(rows);
}

/** A query that is easier to read as SQL. */
export const raw = <Row>(builder: RawBuilder<Row>): Query<Row> => ({
  compile: () => builder.compile(kysely),
});

/** First in a transaction that only reads: every query of it sees the same. */
export const oneSnapshot = raw(sql`set transaction isolation level repeatable read read only`);
