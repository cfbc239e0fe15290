/** SQL of what banks have stored today. */
import { sql } from "kysely";
import { insertFrom } from "../../database/expressions.ts";
import { type Parameters, recordset, statement } from "../../database/statement.ts";
import { kysely } from "../../database/tables.ts";

/** What a bank has stored on a day since it was last added. */
type Addition = { bankId: string; day: string; rowCount: number; byteCount: number };

/** Adds what banks have stored. @returns all that they have stored on those days, and their own limits */
export const addUsage = statement((given: Parameters<{ additions: Addition[] }>) =>
  kysely
    .with("added", (db) =>
      insertFrom(
        db,
        "bankUsage",
        db
          .selectFrom(
            recordset(given.additions, "addition", {
              ...{ bankId: "uuid", day: "date", rowCount: "int8", byteCount: "int8" },
            }),
          )
          // A bank that was deleted meanwhile has none.
          .innerJoin("bank", "bank.id", "addition.bankId")
          .select(["addition.bankId", sql<Date>`addition.day`.as("day")])
          .select(["addition.rowCount", "addition.byteCount"])
          // A fixed lock order, so that concurrent calls cannot deadlock.
          .orderBy("addition.bankId"),
      )
        .onConflict((conflict) =>
          conflict.columns(["bankId", "day"]).doUpdateSet(({ eb, ref }) => ({
            rowCount: eb("bankUsage.rowCount", "+", ref("excluded.rowCount")),
            byteCount: eb("bankUsage.byteCount", "+", ref("excluded.byteCount")),
          })),
        )
        .returning(["bankId", "rowCount", "byteCount"]),
    )
    .selectFrom("added")
    .innerJoin("bank", "bank.id", "added.bankId")
    .select(["added.bankId", "added.rowCount", "added.byteCount"])
    .select(["bank.maxDailyRows", "bank.maxDailyBytes"]),
);
