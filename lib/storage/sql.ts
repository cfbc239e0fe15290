/** SQL for banks' daily storage usage. */
import { sql } from "kysely";
import { raw } from "../database/expressions.ts";
import { type Parameters, recordset, statement } from "../database/statement.ts";
import { kysely } from "../database/tables.ts";

/** What a bank has stored on a day since the last sync. */
type Addition = { bankId: string; day: string; rowCount: number; byteCount: number };

type Total = Omit<Addition, "day"> & { maxDailyRows: number | null; maxDailyBytes: number | null };

/** Adds to banks' daily usage. @returns the resulting totals and the banks' own limits */
export const addUsage = statement((params: Parameters<{ additions: Addition[] }>) => {
  const columns = { bankId: "uuid", day: "date", rowCount: "int8", byteCount: "int8" } as const;
  // Skips banks that have been deleted. A fixed lock order, so concurrent calls can't deadlock.
  return raw<Total>(sql`
    with added as (
      insert into bank_usage as usage (bank_id, day, row_count, byte_count)
      select bank_id, day, row_count, byte_count
      from ${recordset(params.additions, "addition", columns)} join bank on bank.id = bank_id
      order by bank_id
      on conflict (bank_id, day) do update set
        row_count = usage.row_count + excluded.row_count,
        byte_count = usage.byte_count + excluded.byte_count
      returning bank_id, row_count, byte_count
    )
    select added.*, max_daily_rows, max_daily_bytes from added join bank on bank.id = bank_id`);
});

/** The bank that has stored the most bytes on a day. */
export const largestWriterOf = (day: string) =>
  kysely
    .selectFrom("bankUsage as u")
    .innerJoin("bank as b", "b.id", "u.bankId")
    .select(["u.bankId", "b.name", "u.byteCount"])
    .where("u.day", "=", sql<Date>`${day}::date`)
    .orderBy("u.byteCount", "desc")
    .limit(1);
