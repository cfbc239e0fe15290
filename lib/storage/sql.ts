/** SQL for banks' daily storage usage, and their refused requests. */
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

export const largestWriterOf = (day: string) =>
  kysely
    .selectFrom("bankUsage as u")
    .innerJoin("bank as b", "b.id", "u.bankId")
    .select(["u.bankId", "b.name", "u.byteCount"])
    .where("u.day", "=", sql<Date>`${day}::date`)
    .orderBy("u.byteCount", "desc")
    .limit(1);

/** Refused requests that are kept for each bank. */
export const MAX_KEPT = 1_000;

export type Refusal = {
  id: string;
  bankId: string;
  keyId: string;
  requestId: string;
  operation: string;
  status: number;
  code: string | null;
  violations: { field: string; type: string }[];
};

/** Inserts refusals, and deletes the oldest of those before them that are too many. */
export const insertRefusals = statement((given: Parameters<{ refusals: Refusal[] }>) =>
  raw(sql`
    with refused as (
      insert into refused_request (id, bank_id, key_id, request_id, operation, status, code, violations)
      select id, bank_id, key_id, request_id, operation, status, code, violations
      from ${recordset(given.refusals, "refusal", {
        id: "uuid",
        bankId: "uuid",
        keyId: "text",
        requestId: "text",
        operation: "text",
        status: "int4",
        code: "text",
        violations: "jsonb",
      })}
      returning bank_id
    )
    delete from refused_request where id = any(array(
      select old.id from (select distinct bank_id from refused) as bank cross join lateral (
        select id from refused_request as r where r.bank_id = bank.bank_id
        order by created_at desc, id desc offset ${sql.lit(MAX_KEPT)}) as old))`),
);

/** A bank's refused requests, if given those that a text identifies: the request, a code, a key, or a field. */
export const refusedRequests = (bankId: string, search: string | undefined) =>
  kysely
    .selectFrom("refusedRequest")
    .select(["id", "createdAt", "keyId", "requestId", "operation", "status", "code"])
    .select(sql<Refusal["violations"]>`violations`.as("violations"))
    .where("bankId", "=", bankId)
    .$if(search !== undefined, (all) =>
      all.where(
        sql<boolean>`(request_id = ${search} or code = ${search} or key_id = ${search}
          or violations @> jsonb_build_array(jsonb_build_object('field', ${search}::text)))`,
      ),
    );
