/** Applies one migration to a live database without long lock waits. */
import type pg from "pg";
import { retryWhileBusy, setTableLockTimeout } from "#lib/database/whole-tables.ts";
import { InstallationError, type Progress } from "./installation-error.ts";

export type Migration = { name: string; sql: string; checksum: string };

/** A concurrent index, which can't be created or dropped in a transaction, so it must be alone in its migration. */
const CONCURRENT_INDEX =
  /^(?:\s|--.*)*(create\s+(?:unique\s+)?|drop\s+)index\s+concurrently\s+"?(\w+)"?[^;]*;?\s*$/i;

/**
 * Applies a migration atomically, and records it.
 * @throws InstallationError if it fails, or if its tables aren't free within a minute
 */
export async function applyMigration(
  client: pg.Client,
  migration: Migration,
  progress: Progress,
): Promise<void> {
  const startedAt = Date.now();
  const [, verb, index] = CONCURRENT_INDEX.exec(migration.sql) ?? [];
  const createIndex = /^drop/i.test(verb ?? "") ? undefined : migration.sql;
  const attempt = () =>
    index ? changeIndex(client, migration, index, createIndex) : inTransaction(client, migration);
  const onBusy = () => progress(`Migration ${migration.name} is waiting for locks on its tables…`);
  await retryWhileBusy(attempt, onBusy).catch((error: Error) => {
    const problem = `Migration ${migration.name} failed and was rolled back: ${error.message}.`;
    throw new InstallationError(problem, { cause: error });
  });
  progress(`Applied migration ${migration.name} (${Date.now() - startedAt} ms).`);
}

async function inTransaction(client: pg.Client, migration: Migration): Promise<void> {
  await client.query("begin");
  try {
    await setTableLockTimeout(client);
    await client.query(migration.sql);
    await record(client, migration);
    await client.query("commit");
  } catch (error) {
    await client.query("rollback").catch(() => {});
    throw error;
  }
}

/** @param createIndex the SQL that creates the index; undefined if it is only dropped */
async function changeIndex(
  client: pg.Client,
  migration: Migration,
  index: string,
  createIndex: string | undefined,
): Promise<void> {
  const dropIndex = () => client.query(`drop index concurrently if exists "${index}"`);
  // A killed attempt leaves an invalid index, or has already dropped it.
  await dropIndex();
  try {
    if (createIndex) await client.query(createIndex);
  } catch (error) {
    await dropIndex().catch(() => {});
    throw error;
  }
  await record(client, migration);
}

async function record(client: pg.Client, { name, checksum }: Migration): Promise<void> {
  await client.query(
    `insert into _prisma_migrations
       (id, checksum, migration_name, finished_at, applied_steps_count)
     values (gen_random_uuid(), $1, $2, clock_timestamp(), 1)`,
    [checksum, name],
  );
}
