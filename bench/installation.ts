/** A temporary installation for one benchmark: a sandbox with full durability. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import pg from "pg";
import { openInstallation } from "#installation/open-installation.ts";
import { closeDatabase } from "#lib/database/prisma.ts";
import { type DemoCredentials, readDemo } from "#lib/sandbox/demo-bank.ts";

export type Bench = {
  /** The database's URL. Its user is a superuser. */
  databaseUrl: string;
  dataDir: string;
  demo: DemoCredentials;
  /** The processes of its Postgres, the server first (Linux only). */
  postgresPids(): number[];
  /** A copy of the current database on the same server. @returns its URL */
  copy(name: string): Promise<string>;
  /** An empty database on the same server. @returns its URL */
  create(name: string): Promise<string>;
  /** Stops the database and deletes everything. */
  close(): Promise<void>;
};

/** Calls `work` with a connection to a database. */
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

function urlOf(databaseUrl: string, name: string): string {
  const url = new URL(databaseUrl);
  url.pathname = name;
  return url.href;
}

function postgresPids(dataDir: string): number[] {
  const [server] = readFileSync(path.join(dataDir, "postgres/postmaster.pid"), "utf8").split("\n");
  const all = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  const isChild = (pid: string) => {
    try {
      return readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ")[1] === server;
    } catch {
      return false;
    }
  };
  return [server, ...all.filter(isChild)].map(Number);
}

/** Grants access to `GET /metrics`. */
export const METRICS_TOKEN = "bench-metrics-token";

/** Makes Postgres count statements (pg_stat_statements), from the installation's next start on. */
async function countStatements(databaseUrl: string): Promise<void> {
  await withDatabase(databaseUrl, async (client) => {
    await client.query("alter system set shared_preload_libraries = 'pg_stat_statements'");
    await client.query("create extension pg_stat_statements");
  });
}

/** Opens an installation, and sets the environment of this process and its children. */
export async function openBench(countsStatements = false): Promise<Bench> {
  const dataDir = mkdtempSync(path.join(tmpdir(), "points-bench-"));
  Object.assign(process.env, {
    DATA_DIR: dataDir,
    // The default: a line per request, push, and delivery.
    LOG_LEVEL: "info",
    METRICS_TOKEN,
    // Rate limits are counted but never reached, so the machine is the limit.
    RATE_LIMIT_PER_KEY: "100000",
    RATE_LIMIT_PER_CARDHOLDER: "10000",
    RATE_LIMIT_PER_NETWORK: "100000",
  });
  const remove = () => rmSync(dataDir, { recursive: true, force: true });
  const open = () =>
    openInstallation(() => {}).catch((error) => {
      remove();
      throw error;
    });
  let installation = await open();
  if (countsStatements) {
    await countStatements(installation.env.databaseUrl as string);
    await installation.close();
    // Set by the installation; otherwise the next start would take it for somebody else's database.
    delete process.env.DATABASE_URL;
    installation = await open();
  }
  const databaseUrl = installation.env.databaseUrl as string;
  await withDatabase(databaseUrl, (client) =>
    client.query(`update bank set max_daily_rows = 1e12, max_daily_bytes = 1e15`),
  );
  const close = async () => {
    await installation.close();
    remove();
  };
  // Child processes end with this one, but the database wouldn't.
  for (const signal of ["SIGINT", "SIGTERM"]) {
    process.once(signal, () => void close().finally(() => process.exit(130)));
  }
  async function create(name: string, template: string): Promise<string> {
    await withDatabase(urlOf(databaseUrl, "postgres"), (client) =>
      client.query(`create database "${name}" template ${template}`),
    );
    return urlOf(databaseUrl, name);
  }
  return {
    databaseUrl,
    dataDir,
    postgresPids: () => postgresPids(dataDir),
    demo: readDemo(dataDir) as DemoCredentials,
    async copy(name) {
      // A database with open connections can't be copied.
      await closeDatabase();
      return create(name, new URL(databaseUrl).pathname.slice(1));
    },
    create: (name) => create(name, "template0"),
    close,
  };
}
