/** Runs once per test run: starts a Postgres (or uses TEST_DATABASE_URL) and migrates a template database. */
import { randomBytes } from "node:crypto";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { type EmbeddedPostgres, openEmbeddedPostgres } from "#installation/embedded-postgres.ts";
import { migrate } from "#installation/migrate.ts";
import { projectRoot } from "#installation/project-root.ts";
import { dropDatabases, onServer, SERVER_URL, TEMPLATE, urlOf } from "./database.ts";
import { keepPostgresLog } from "./logs.ts";
import { endAbandonedRuns, endRun, makeRunFolder } from "./run-folder.ts";

export default async function setUp(): Promise<() => Promise<void>> {
  await endAbandonedRuns();
  const folder = makeRunFolder();
  const externalUrl = process.env[SERVER_URL];
  const template = `points_test_${randomBytes(4).toString("hex")}`;
  let postgres: EmbeddedPostgres | undefined;
  const end = async () => {
    keepPostgresLog(join(folder, "server"));
    if (externalUrl) await dropDatabases(externalUrl, template);
    await postgres?.close();
    await endRun(folder);
  };
  endOnSignal(end);
  try {
    postgres = externalUrl ? undefined : await startServer(join(folder, "server"));
    const server = externalUrl ?? (postgres?.url as string);
    await onServer(server, `create database ${template}`);
    await migrate(urlOf(server, template));
    await registerEngine(urlOf(server, template));
    // The workers start later and inherit it. Their temporary files are deleted
    // with the run, even if it is interrupted.
    Object.assign(process.env, { [SERVER_URL]: server, [TEMPLATE]: template });
    process.env.TMPDIR = join(folder, "tmp");
    // Shared by all processes that tests start, and by the next run.
    process.env.NODE_COMPILE_CACHE ??= join(projectRoot, "node_modules/.cache/node-compile");
    mkdirSync(process.env.TMPDIR, { mode: 0o711 });
  } catch (error) {
    await end();
    throw error;
  }
  return end;
}

/** As after a first start. Without it, no gift is accepted. */
async function registerEngine(url: string): Promise<void> {
  await onServer(url, "insert into engine_registration default values");
}

function startServer(dataDir: string): Promise<EmbeddedPostgres> {
  return openEmbeddedPostgres({ dataDir, password: randomBytes(16).toString("hex") });
}

/** Replaces Vitest's own listeners, which exit immediately and leave the database running. */
function endOnSignal(end: () => Promise<void>): void {
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.removeAllListeners(signal);
    process.once(signal, () => void end().finally(() => process.exit(1)));
  }
}
