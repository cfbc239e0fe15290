/** Checks an installation and its database before anything relies on them. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import type { Env } from "#lib/env.ts";
import { InstallationError } from "./installation-error.ts";

export async function withConnection<T>(
  connectionString: string,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({
    connectionString,
    connectionTimeoutMillis: 30_000,
    application_name: "points-to-donation installation",
  });
  // The pending query reports a lost connection; without a listener, this error would end the process.
  client.on("error", () => {});
  try {
    await client.connect();
    return await work(client);
  } finally {
    await client.end().catch(() => {});
  }
}

/** Settings that must be on. With durable storage, Postgres needn't flush, but commits must wait. */
const DURABLE_SETTINGS = {
  checked: ["fsync", "full_page_writes", "synchronous_commit"],
  managed: ["synchronous_commit"],
};

/**
 * Rejects a database that is unreachable, or that could lose committed data.
 * @param storage whether Postgres or a managed database's storage makes writes durable (DATABASE_DURABILITY)
 * @throws InstallationError naming the setting
 */
export async function checkDatabase(
  url: string,
  storage: Env["databaseDurability"],
): Promise<void> {
  const query = "select name from pg_settings where name = any($1) and setting = 'off'";
  const { rows } = await withConnection(url, (client) =>
    client.query(query, [DURABLE_SETTINGS[storage]]),
  ).catch((error: Error) => {
    const { host } = new URL(url);
    throw new InstallationError(`The database at ${host} can't be used: ${error.message}.`);
  });
  if (rows.length === 0) return;
  throw new InstallationError(
    `Postgres runs with ${rows[0].name} = off and could lose accepted donations. Turn it on.`,
  );
}

const noInstallationIn = (where: string) =>
  new InstallationError(
    `There's no installation in ${where}. Start the service once (npm start), or set DATA_DIR or DATABASE_URL to your installation.`,
  );

/**
 * For commands that must not create an installation.
 * @param embedded whether its database is in the data directory, too
 * @throws InstallationError if the directory contains no sandbox
 */
export function requireSandbox(dataDir: string, embedded: boolean): void {
  const files = ["secrets.json", ...(embedded ? [join("postgres", "PG_VERSION")] : [])];
  if (!files.every((file) => existsSync(join(dataDir, file)))) throw noInstallationIn(dataDir);
}

export async function hasMigrationHistory(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query(
    `select to_regclass('_prisma_migrations') is not null as "isThere"`,
  );
  return rows[0].isThere;
}

/** @throws InstallationError if the database was never migrated */
export async function requireSchema(url: string): Promise<void> {
  if (!(await withConnection(url, hasMigrationHistory))) throw noInstallationIn(nameOf(url));
}

/** A database's name for messages, without user and password. */
export function nameOf(url: string): string {
  const { host, pathname } = new URL(url);
  return `the database ${pathname.slice(1)} at ${host}`;
}
