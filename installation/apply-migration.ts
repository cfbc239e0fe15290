/** Applies one migration to a database that is in use, without making anybody wait for long. */
import { setTimeout as delay } from "node:timers/promises";
import type pg from "pg";
import { InstallationError, type Progress } from "./installation-error.ts";

export type Migration = { name: string; sql: string; checksum: string };

// Whoever asks for a table while we wait for it waits behind us. So we wait for much less than a request
// does (lib/db.ts), let everybody pass, and come back. It is also less than deadlock_timeout: of a
// request and a migration that wait for one another, the migration gives way.
const LOCK_TIMEOUT_MS = 300;
const TABLES_ARE_BUSY = new Set(["55P03", "40P01"]);
const LOCK_PATIENCE_MS = 60_000;
const ASK_AGAIN_AFTER_MS = 500;

/** An index on a table in use, which no transaction can make or drop; so it is alone in its migration. */
const CONCURRENT_INDEX =
  /^(?:\s|--.*)*(create\s+(?:unique\s+)?|drop\s+)index\s+concurrently\s+"?(\w+)"?[^;]*;?\s*$/i;

/**
 * Applies a migration whole or not at all, and records it.
 * @throws InstallationError when it fails, or its tables are not free within a minute
 */
export async function applyMigration(
  client: pg.Client,
  migration: Migration,
  progress: Progress,
): Promise<void> {
  const begun = Date.now();
  const [, verb, index] = CONCURRENT_INDEX.exec(migration.sql) ?? [];
  const change = /^drop/i.test(verb ?? "") ? undefined : migration.sql;
  const work = () =>
    index ? changeIndex(client, migration, index, change) : inTransaction(client, migration);
  for (let told = false; ; told = true) {
    try {
      await work();
      break;
    } catch (error) {
      const { code, message } = error as { code?: string; message: string };
      if (!TABLES_ARE_BUSY.has(code ?? "") || Date.now() - begun > LOCK_PATIENCE_MS) {
        throw new InstallationError(
          `Migration ${migration.name} failed and was rolled back: ${message}.`,
          { cause: error },
        );
      }
      if (!told) progress(`Migration ${migration.name} is waiting for locks on its tables…`);
      await delay(ASK_AGAIN_AFTER_MS);
    }
  }
  progress(`Applied migration ${migration.name} (${Date.now() - begun} ms).`);
}

async function inTransaction(client: pg.Client, migration: Migration): Promise<void> {
  await client.query("begin");
  try {
    await client.query(`set local lock_timeout = ${LOCK_TIMEOUT_MS}`);
    await client.query(migration.sql);
    await remember(client, migration);
    await client.query("commit");
  } catch (error) {
    await client.query("rollback").catch(() => {});
    throw error;
  }
}

/** @param change makes the index; left out where it is dropped only */
async function changeIndex(
  client: pg.Client,
  migration: Migration,
  index: string,
  change: string | undefined,
): Promise<void> {
  const remove = () => client.query(`drop index concurrently if exists "${index}"`);
  // An attempt that was killed has left an index that is not valid, or has dropped it.
  await remove();
  try {
    if (change) await client.query(change);
  } catch (error) {
    await remove().catch(() => {});
    throw error;
  }
  await remember(client, migration);
}

async function remember(client: pg.Client, { name, checksum }: Migration): Promise<void> {
  await client.query(
    `insert into _prisma_migrations
       (id, checksum, migration_name, finished_at, applied_steps_count)
     values (gen_random_uuid(), $1, $2, clock_timestamp(), 1)`,
    [checksum, name],
  );
}
