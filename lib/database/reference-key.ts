/**
 * Banks' references and customer IDs are compared in a canonical form, so that invisible characters and padding never
 * tell two apart. The database's function `reference_key` defines it; it's the expression of the unique indexes.
 */
import { type Expression, sql } from "kysely";
import { asBoolean } from "./expressions.ts";

/** The key of a reference. */
export const keyOf = (reference: string | Expression<string>) =>
  sql<string>`reference_key(${reference}::text)`;

/** A stored reference's key, exactly as in the indexes. @param table the alias of its table */
const storedKey = (table: string, column: "bankTransactionRef" | "bankUserId") =>
  sql<string>`reference_key(${sql.ref(`${table}.${column}`)})`;

/** The columns of an index, as the target of a conflict. */
export const bankAndKey = (table: string, column: "bankTransactionRef" | "bankUserId") =>
  sql`bank_id, ${storedKey(table, column)}`;

/** Whether a stored reference is the one sent. */
export const isSameReference = (
  table: string,
  column: "bankTransactionRef" | "bankUserId",
  sent: string,
) => asBoolean(sql`${storedKey(table, column)} = ${keyOf(sent)}`);
