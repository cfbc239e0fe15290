/** A checksum of the database, which changes with any inserted, updated, or deleted row. */
import { pool } from "#lib/database/pool.ts";

/**
 * Request counts and the record of what was refused, which rejected requests also change, when keys were last used, and
 * banks' storage usage, which is counted asynchronously.
 */
const EXCLUDED_TABLES = ["rate_window", "bank_usage", "refused_request", "api_key"];

/** Table → number of rows and a hash of their content. */
export async function databaseChecksum(): Promise<Record<string, string>> {
  const { rows: tables } = await pool().query<{ name: string }>(
    `select quote_ident(tablename) as name from pg_tables
     where schemaname = 'public' and tablename <> all($1) order by tablename`,
    [EXCLUDED_TABLES],
  );
  const checksums: Record<string, string> = {};
  for (const { name } of tables) {
    const { rows } = await pool().query<{ checksum: string }>(
      `select count(*) || ' ' || coalesce(md5(string_agg(md5(t::text), '' order by md5(t::text))), '')
         as checksum from public.${name} t`,
    );
    checksums[name] = rows[0]?.checksum ?? "";
  }
  return checksums;
}
