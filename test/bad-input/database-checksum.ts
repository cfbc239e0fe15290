/** A checksum of the database, which changes with any inserted, updated, or deleted row. */
import { pool } from "#lib/database/pool.ts";

/** Request counts, which rejected requests change, too, and banks' storage usage, which is counted asynchronously. */
const NO_DATA = ["rate_window", "bank_usage"];

/** Table → number of rows and a hash of their content. */
export async function databaseChecksum(): Promise<Record<string, string>> {
  const { rows: tables } = await pool().query<{ name: string }>(
    `select quote_ident(tablename) as name from pg_tables
     where schemaname = 'public' and tablename <> all($1) order by tablename`,
    [NO_DATA],
  );
  const found: Record<string, string> = {};
  for (const { name } of tables) {
    const { rows } = await pool().query<{ print: string }>(
      `select count(*) || ' ' || coalesce(md5(string_agg(md5(t::text), '' order by md5(t::text))), '')
         as print from public.${name} t`,
    );
    found[name] = rows[0]?.print ?? "";
  }
  return found;
}
