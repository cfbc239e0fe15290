/** An installation of its own for one measurement: a sandbox in a temporary folder, durable as ever. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import pg from "pg";
import { openInstallation } from "#installation/open-installation.ts";
import { closeDatabase } from "#lib/database/prisma.ts";
import { type DemoCredentials, readDemo } from "#lib/sandbox/demo-credentials.ts";

export type Bench = {
  /** Where its database is. Its user is a superuser. */
  databaseUrl: string;
  dataDir: string;
  demo: DemoCredentials;
  /** A copy of the database on the same server, as it is now. @returns where that is */
  copy(name: string): Promise<string>;
  /** Stops the database and removes everything. */
  close(): Promise<void>;
};

/** Lends a connection to that database. */
export async function withDatabase<T>(
  url: string,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

function named(databaseUrl: string, name: string): string {
  const url = new URL(databaseUrl);
  url.pathname = name;
  return url.href;
}

/** Opens it, and sets the environment of this process and of those that it will start. */
export async function openBench(): Promise<Bench> {
  const dataDir = mkdtempSync(path.join(tmpdir(), "points-bench-"));
  Object.assign(process.env, {
    DATA_DIR: dataDir,
    LOG_LEVEL: "error",
    // What the machine can take is measured, not what one key may send: counted, and never reached.
    RATE_LIMIT_PER_KEY: "100000",
    RATE_LIMIT_PER_CARDHOLDER: "10000",
    RATE_LIMIT_PER_NETWORK: "100000",
  });
  const remove = () => rmSync(dataDir, { recursive: true, force: true });
  const installation = await openInstallation(() => {}).catch((error) => {
    remove();
    throw error;
  });
  const databaseUrl = installation.env.databaseUrl as string;
  const close = async () => {
    await installation.close();
    remove();
  };
  // What was started ends by itself once this process has ended; the database would stay.
  for (const signal of ["SIGINT", "SIGTERM"]) {
    process.once(signal, () => void close().finally(() => process.exit(130)));
  }
  return {
    databaseUrl,
    dataDir,
    demo: readDemo(dataDir) as DemoCredentials,
    async copy(name) {
      // A database with a connection on it cannot be copied.
      await closeDatabase();
      const source = new URL(databaseUrl).pathname.slice(1);
      await withDatabase(named(databaseUrl, "postgres"), (client) =>
        client.query(`create database ${name} template ${source}`),
      );
      return named(databaseUrl, name);
    },
    close,
  };
}
