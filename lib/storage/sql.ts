/** SQL for banks' daily storage usage. */
import { sql } from "kysely";
import { insertFrom } from "../database/expressions.ts";
import { type Parameters, recordset, statement } from "../database/statement.ts";
import { kysely } from "../database/tables.ts";

/** What a bank has stored on a day since the last sync. */
type Addition = { bankId: string; day: string; rowCount: number; byteCount: number };

/** Adds to banks' daily usage. @returns the resulting totals and the banks' own limits */
export const addUsage = statement((params: Parameters<{ additions: Addition[] }>) =>
  kysely
    .with("added", (db) =>
      insertFrom(
        db,
        "bankUsage",
        db
          .selectFrom(
            recordset(params.additions, "addition", {
              bankId: "uuid",
              day: "date",
              rowCount: "int8",
              byteCount: "int8",
            }),
          )
          // Skips banks that have been deleted.
          .innerJoin("bank", "bank.id", "addition.bankId")
          .select(["addition.bankId", sql<Date>`addition.day`.as("day")])
          .select(["addition.rowCount", "addition.byteCount"])
          // A fixed lock order, so concurrent calls can't deadlock.
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

/** The bank that has stored the most bytes on a day. */
export const largestWriterOf = (day: string) =>
  kysely
    .selectFrom("bankUsage as u")
    .innerJoin("bank as b", "b.id", "u.bankId")
    .select(["u.bankId", "b.name", "u.byteCount"])
    .where("u.day", "=", sql<Date>`${day}::date`)
    .orderBy("u.byteCount", "desc")
    .limit(1);
