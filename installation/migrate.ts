/**
 * Applies `prisma/migrations` without Prisma's engine, and records them the way Prisma does, so that
 * `prisma migrate deploy` recognizes them as applied.
 */
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type pg from "pg";
import { applyMigration, type Migration } from "./apply-migration.ts";
import { hasMigrationHistory, withConnection } from "./check-database.ts";
import { InstallationError, type Progress } from "./installation-error.ts";
import { projectRoot } from "./project-root.ts";

// Prisma's own advisory lock key: its command and this one exclude each other.
const MIGRATION_LOCK = 72_707_369;

const MIGRATIONS = join(projectRoot, "prisma", "migrations");
const POLL_INTERVAL_MS = 200;

const MIGRATIONS_TABLE = `
  create table if not exists _prisma_migrations (
    id                  varchar(36) primary key not null,
    checksum            varchar(64) not null,
    finished_at         timestamptz,
    migration_name      varchar(255) not null,
    logs                text,
    rolled_back_at      timestamptz,
    started_at          timestamptz not null default now(),
    applied_steps_count integer not null default 0
  )`;

type Options = { progress?: Progress; folder?: string };

type HistoryEntry = { name: string; checksum: string; finished: boolean };

/**
 * Migrates a database to the schema of this code, and returns the names of the applied migrations.
 * Any number of processes may call it concurrently.
 * @param dataDir the data directory, if the database is in it
 * @throws InstallationError if the history and the files disagree, or a migration fails
 */
export function migrate(
  databaseUrl: string,
  { progress = () => {}, folder = MIGRATIONS, dataDir }: Options & { dataDir?: string } = {},
): Promise<string[]> {
  return withConnection(databaseUrl, async (client) => {
    await lock(client, progress);
    await client.query("set client_min_messages = warning");
    await client.query(MIGRATIONS_TABLE);
    const history = await readHistory(client);
    const pending = choosePending(readMigrations(folder), history, { progress, dataDir });
    for (const migration of pending) await applyMigration(client, migration, progress);
    return pending.map(({ name }) => name);
  });
}

/**
 * Checks that a database has the schema of this code, or a later one.
 * @throws InstallationError if not, like migrate()
 */
export async function requireCurrentSchema(
  databaseUrl: string,
  { progress = () => {}, folder = MIGRATIONS }: Options = {},
): Promise<void> {
  const history = await withConnection(databaseUrl, async (client) =>
    (await hasMigrationHistory(client)) ? readHistory(client) : [],
  );
  const [missing] = choosePending(readMigrations(folder), history, { progress });
  if (!missing) return;
  throw new InstallationError(
    `The database lacks migration ${missing.name}. Run "npm run admin -- migrate" first.`,
  );
}

/** Polls for the lock: a waiting statement would itself block a concurrent index creation. */
async function lock(client: pg.Client, progress: Progress): Promise<void> {
  for (let reported = false; ; reported = true) {
    const { rows } = await client.query(
      `select pg_try_advisory_lock(${MIGRATION_LOCK}) as "isMine"`,
    );
    if (rows[0].isMine) return;
    if (!reported) progress("Waiting for another process to finish migrating the database…");
    await delay(POLL_INTERVAL_MS);
  }
}

function readMigrations(folder: string): Migration[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort()
    .map((name) => {
      const content = readFileSync(join(folder, name, "migration.sql"));
      const checksum = createHash("sha256").update(content).digest("hex");
      return { name, sql: content.toString("utf8"), checksum };
    });
}

async function readHistory(client: pg.Client): Promise<HistoryEntry[]> {
  const { rows } = await client.query(
    `select migration_name as name, checksum, finished_at is not null as finished
       from _prisma_migrations where rolled_back_at is null order by migration_name`,
  );
  return rows;
}

/** The migrations left to apply. Rejects a database whose history doesn't match these files. */
function choosePending(
  migrations: Migration[],
  history: HistoryEntry[],
  { progress, dataDir }: { progress: Progress; dataDir?: string | undefined },
): Migration[] {
  const files = new Map(migrations.map((migration) => [migration.name, migration]));
  const [oldest = "", newest = ""] = [migrations.at(0)?.name, migrations.at(-1)?.name];
  if (history.some(({ name }) => name < oldest)) {
    const remedy = dataDir
      ? `move or delete the folder ${dataDir}, then start again`
      : "create an empty one, and set DATABASE_URL to it";
    throw new InstallationError(
      `This database was made by a pre-release and can't be upgraded: ${remedy}.`,
    );
  }
  for (const { name, checksum, finished } of history) {
    if (!finished) {
      throw new InstallationError(
        `Migration ${name} was started by another tool and never finished. Resolve it with "prisma migrate resolve".`,
      );
    }
    const file = files.get(name);
    // Old and new processes run concurrently for a while: see docs/decisions/0023.
    if (!file && name > newest) {
      progress(`Migration ${name} is from a later release. This release continues with it.`);
      continue;
    }
    if (!file) {
      throw new InstallationError(
        `Migration ${name} has been applied, but isn't in prisma/migrations. Run the release that contains it.`,
      );
    }
    if (file.checksum !== checksum) {
      throw new InstallationError(
        `Migration ${name} was changed after it was applied. Restore the file and make the change in a new migration.`,
      );
    }
  }
  const applied = new Set(history.map(({ name }) => name));
  return migrations.filter(({ name }) => !applied.has(name));
}
