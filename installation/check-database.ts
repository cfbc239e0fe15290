/** Checks a database before anything relies on it. */
import pg from "pg";
import type { Env } from "#lib/env.ts";
import { InstallationError } from "./installation-error.ts";

/** What has to be on. Storage that is durable otherwise needs no flushing by Postgres, but commits that wait for it. */
const DURABLE_SETTINGS = {
  checked: ["fsync", "full_page_writes", "synchronous_commit"],
  managed: ["synchronous_commit"],
};

/**
 * Refuses a database that could lose what it has acknowledged.
 * @param storage whether Postgres itself makes writes durable, or the storage of a managed one (DATABASE_DURABILITY)
 * @throws InstallationError naming the setting
 */
export async function assertDurable(
  url: string,
  storage: Env["databaseDurability"],
): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  client.on("error", () => {});
  try {
    await client.connect();
    for (const name of DURABLE_SETTINGS[storage]) {
      const { rows } = await client.query(`show ${name}`);
      if (rows[0][name] === "off") {
        throw new InstallationError(
          `Postgres runs with ${name} = off and could lose accepted donations. Turn it on.`,
        );
      }
    }
  } finally {
    await client.end().catch(() => {});
  }
}

/**
 * Checks that the database is reachable and durable.
 * @throws InstallationError
 */
export async function checkDatabase(
  url: string,
  storage: Env["databaseDurability"],
): Promise<void> {
  try {
    await assertDurable(url, storage);
  } catch (error) {
    if (error instanceof InstallationError) throw error;
    const { host } = new URL(url);
    throw new InstallationError(
      `The database at ${host} can't be used: ${(error as Error).message}.`,
    );
  }
}
