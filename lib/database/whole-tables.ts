/** Statements that lock whole tables, without long waits for anyone. */
import { setTimeout as delay } from "node:timers/promises";
import type pg from "pg";

// Requests that need a table queue behind whoever waits to lock all of it. So we wait for much less time than
// they do (DATABASE_TIMEOUT_MS), let them pass, and retry. It is also less than deadlock_timeout: if we and a
// request wait for each other, we yield.
const TABLE_LOCK_TIMEOUT_MS = 300;
const TABLES_ARE_BUSY = new Set(["55P03", "40P01"]);
const MAX_RETRY_MS = 60_000;
const RETRY_INTERVAL_MS = 500;

/** Makes this transaction's statements wait only briefly for locks. For work within `retryWhileBusy`. */
export async function setTableLockTimeout(tx: pg.ClientBase): Promise<void> {
  await tx.query(`set local lock_timeout = ${TABLE_LOCK_TIMEOUT_MS}`);
}

/**
 * Runs work that locks whole tables, and again for up to a minute while requests use them.
 * @param onBusy called before the first retry
 */
export async function retryWhileBusy<T>(work: () => Promise<T>, onBusy = () => {}): Promise<T> {
  const startedAt = Date.now();
  for (let isFirst = true; ; isFirst = false) {
    try {
      return await work();
    } catch (error) {
      const isBusy = TABLES_ARE_BUSY.has((error as { code?: string }).code ?? "");
      if (!isBusy || Date.now() - startedAt > MAX_RETRY_MS) throw error;
      if (isFirst) onBusy();
    }
    await delay(RETRY_INTERVAL_MS);
  }
}

/**
 * Empties every table except the migration log and the engine's registration, which are not data. Kysely cannot build
 * TRUNCATE.
 */
export async function truncateAll(tx: pg.ClientBase): Promise<void> {
  const { rows } = await tx.query<{ tables: string }>(
    `select string_agg(quote_ident(tablename), ', ') as tables from pg_tables
     where schemaname = current_schema() and tablename not in ('_prisma_migrations', 'engine_registration')`,
  );
  // The ledger only grows, except here.
  await tx.query(`grant truncate on ledger_transfer to current_user;
    alter table ledger_transfer disable trigger ledger_append_only;
    truncate ${rows[0]?.tables};
    alter table ledger_transfer enable trigger ledger_append_only;
    revoke truncate on ledger_transfer from current_user`);
}
