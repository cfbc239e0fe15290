/**
 * Rows as contracts show them: each field of the schema comes from the column of the same name in camelCase, or is given
 * if there is no such column. A column that the schema doesn't list is never shown.
 */
import type { z } from "zod";
import { camelCase } from "./run.ts";

type Column<Field> = Field extends `${infer Head}_${infer Tail}`
  ? `${Head}${Capitalize<Column<Tail>>}`
  : Field;

/** What JSON makes of a column. Enumerations are text in the database, which checks them. */
type Shown<Value> = Value extends Date ? string : Value;
type Loose<Value> = Value extends string ? string : Value;

/** The fields that a row has as they are shown. */
type Known<Item, Row> = {
  [Field in keyof Item]-?: Column<Field> extends infer Name extends keyof Row
    ? [Shown<Row[Name]>] extends [Loose<Item[Field]>]
      ? Field
      : never
    : never;
}[keyof Item];

/** @param given the fields that the row doesn't have, and any others that are shown differently */
export function serialize<Schema extends z.ZodObject, Row extends object>(
  schema: Schema,
  row: Row,
  given: Omit<z.infer<Schema>, Known<z.infer<Schema>, Row>> & Partial<z.infer<Schema>>,
): z.infer<Schema> {
  const item: Record<string, unknown> = {};
  const [from, own] = [row as Record<string, unknown>, given as Record<string, unknown>];
  for (const field of Object.keys(schema.shape)) {
    const value = field in own ? own[field] : from[camelCase(field)];
    if (value !== undefined) item[field] = value instanceof Date ? value.toISOString() : value;
  }
  return item as z.infer<Schema>;
}
