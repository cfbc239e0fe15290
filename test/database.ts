/** Databases for tests: copies of a template that the run has migrated, dropped after the test. */
import { randomBytes } from "node:crypto";
import pg from "pg";

export type TestDatabase = {
  url: string;
  /** Drops it, even while clients are connected. */
  drop(): Promise<void>;
};

/** The variables that tell the workers which template to copy. */
export const SERVER_URL = "TEST_DATABASE_URL";
export const TEMPLATE = "TEST_DATABASE_TEMPLATE";

/** An empty database for a single test, copied from the current schema's template by default. */
export async function createDatabase(templateName?: "template0"): Promise<TestDatabase> {
  const { server, template } = currentRun();
  const name = `${template}_${randomBytes(6).toString("hex")}`;
  await onServer(server, `create database ${name} template ${templateName ?? template}`);
  return {
    url: urlOf(server, name),
    drop: async () => {
      await onServer(server, `drop database if exists ${name} with (force)`);
    },
  };
}

/** This worker's database, which its test files share: each test creates its own tenants. */
export async function openWorkerDatabase(): Promise<string> {
  const { server, template } = currentRun();
  const name = `${template}_worker_${process.env.VITEST_POOL_ID ?? 0}`;
  await onServer(server, `create database ${name} template ${template}`).catch(
    (error: { code?: string }) => {
      const exists = error.code === "42P04";
      if (!exists) throw error;
    },
  );
  return urlOf(server, name);
}

/** Drops the template and every copy. */
export async function dropDatabases(server: string, template: string): Promise<void> {
  const { rows } = await onServer(
    server,
    `select datname as name from pg_database where starts_with(datname, '${template}')`,
  );
  for (const { name } of rows) await onServer(server, `drop database ${name} with (force)`);
}

function currentRun(): { server: string; template: string } {
  const { [SERVER_URL]: server, [TEMPLATE]: template } = process.env;
  if (!server || !template) throw new Error("Database tests need Vitest's global setup.");
  return { server, template };
}

/** The URL of another database on the same server. */
export function urlOf(server: string, database: string): string {
  const url = new URL(server);
  url.pathname = `/${database}`;
  return url.href;
}

/** Runs a statement, such as `drop database`, that can't run inside its own database. */
export async function onServer(server: string, statement: string): Promise<pg.QueryResult> {
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  try {
    return await client.query(statement);
  } finally {
    await client.end();
  }
}
