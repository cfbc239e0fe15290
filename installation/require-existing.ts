/** Checks that an installation exists, for commands that must not create one. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { InstallationError } from "./installation-error.ts";

const HOW =
  "Start the service once (npm start), or set DATA_DIR or DATABASE_URL to your installation.";

/**
 * @param embedded whether its database is in the data directory, too
 * @throws InstallationError if the directory contains no sandbox
 */
export function requireSandbox(dataDir: string, embedded: boolean): void {
  const files = ["secrets.json", ...(embedded ? [join("postgres", "PG_VERSION")] : [])];
  if (files.every((file) => existsSync(join(dataDir, file)))) return;
  throw new InstallationError(`There's no installation in ${dataDir}. ${HOW}`);
}

/** @throws InstallationError if the database was never migrated */
export async function requireSchema(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ isThere: boolean }>(
      `select to_regclass('_prisma_migrations') is not null as "isThere"`,
    );
    if (rows[0]?.isThere) return;
  } finally {
    await client.end();
  }
  throw new InstallationError(`There's no installation in ${nameOf(url)}. ${HOW}`);
}

/** A database's name for messages, without user and password. */
export function nameOf(url: string): string {
  const { host, pathname } = new URL(url);
  return `the database ${pathname.slice(1)} at ${host}`;
}
