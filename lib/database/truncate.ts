/** Empties the database. Kysely cannot build TRUNCATE. */
import type { Transaction } from "./transaction.ts";

/** Empties every table except the migration log and the engine's registration, which are not data. */
export async function truncateAll(tx: Transaction): Promise<void> {
  const { rows } = await tx.query<{ tables: string }>(
    `select string_agg(quote_ident(tablename), ', ') as tables from pg_tables
     where schemaname = current_schema() and tablename not in ('_prisma_migrations', 'engine_registration')`,
  );
  await tx.query(`truncate ${rows[0]?.tables}`);
}
