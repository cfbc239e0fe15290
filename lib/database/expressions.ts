/** Expressions that every domain's SQL needs, typed as PostgreSQL means them. */
import {
  AliasNode,
  ColumnNode,
  type Expression,
  IdentifierNode,
  type Insertable,
  type InsertQueryBuilder,
  type OperationNode,
  type QueryCreator,
  ReferenceNode,
  type SelectQueryBuilder,
  type SqlBool,
  sql,
} from "kysely";
import type { Tables } from "./tables.ts";

/** A condition as a value of its own: PostgreSQL has booleans, Kysely also speaks to those that have none. */
export const asBoolean = (condition: Expression<SqlBool>) => sql<boolean>`(${condition})`;

/** The time at which the transaction began. */
export const now = sql<Date>`now()`;

/** For `offset(optimizationFence)`: a subquery that the planner does not merge into the query around it. */
export const optimizationFence = sql.lit(0);

/** What a table takes: everything that it insists on, and nothing that it does not have. */
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
  throw new TypeError("insertFrom() needs a name for every value: select columns or use as()");
}

/**
 * `insert into … select …`, where each selected value goes to the column of its name: no two can be swapped.
 * @throws TypeError for `select *` and for values without a name
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
): InsertQueryBuilder<DB, Table, object> {
  const selections = rows.toOperationNode().selections ?? [];
  const columns = selections.map(({ selection }) => nameOf(selection));
  // `Fits` has compared the names with the table's columns.
  return db
    .insertInto(table)
    .columns(columns as never)
    .expression(rows) as never;
}
