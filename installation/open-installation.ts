/**
 * Prepares an installation: configuration, local secrets, the database with its schema and, in a sandbox, the
 * seeds. The application, the operator command, and benchmarks start here.
 */
import path from "node:path";
import { closeDatabase } from "#lib/database/prisma.ts";
import { setDatabaseFolder } from "#lib/database/volume.ts";
import { type Env, isLoopbackHost, readEnv, rereadEnv } from "#lib/env.ts";
import { seedSandbox } from "#prisma/seed.ts";
import { checkDatabase, nameOf, requireSandbox, requireSchema } from "./check-database.ts";
import { openEmbeddedPostgres } from "./embedded-postgres.ts";
import type { Progress } from "./installation-error.ts";
import { readOrCreateSecrets } from "./local-secrets.ts";
import { migrate } from "./migrate.ts";
import { loadEnvFile, projectRoot } from "./project-root.ts";

export type Installation = {
  env: Env;
  /** The absolute path of the data directory. */
  dataDir: string;
  /** The names of the migrations just applied. */
  migrations: string[];
  /** Closes our connections, and stops the embedded database if nobody else uses it. */
  close(): Promise<void>;
};

/** Generates a sandbox's missing secrets once, and stores them in its data directory. */
function completeSecrets(dataDir: string, host = ""): string {
  const { POSTGRES_PASSWORD, ...secrets } = readOrCreateSecrets(dataDir);
  for (const [name, value] of Object.entries(secrets)) process.env[name] ||= value;
  // If others can reach the sandbox, its banks must not reach loopback services.
  process.env.ALLOW_LOOPBACK_WEBHOOKS ||= String(isLoopbackHost(host));
  return POSTGRES_PASSWORD;
}

/**
 * Opens the installation that the environment describes.
 * @param mayCreate whether to create a missing installation and to seed a sandbox, or to say which one is used
 * @throws ConfigurationError, InstallationError with one sentence each
 */
export async function openInstallation(
  progress: Progress,
  { mayCreate = true } = {},
): Promise<Installation> {
  loadEnvFile();
  const configured = readEnv(process.env);
  const dataDir = path.resolve(projectRoot, configured.dataDir);
  const sandbox = configured.environment === "sandbox";
  if (sandbox && !mayCreate) requireSandbox(dataDir, configured.databaseUrl === undefined);
  const password = sandbox ? completeSecrets(dataDir, configured.host) : "";
  const embedded = configured.databaseUrl
    ? undefined
    : await openEmbeddedPostgres({ dataDir, password, progress });
  if (embedded) {
    process.env.DATABASE_URL = embedded.url;
    setDatabaseFolder(dataDir);
  }
  const close = async () => {
    await closeDatabase();
    await embedded?.close();
  };
  try {
    const env = rereadEnv();
    await checkDatabase(env.databaseUrl as string, env.databaseDurability);
    if (!mayCreate) {
      await requireSchema(env.databaseUrl as string);
      const where = embedded ? dataDir : nameOf(env.databaseUrl as string);
      progress(`Using the ${env.environment} installation in ${where}.`);
    }
    const migrations = await migrate(env.databaseUrl as string, {
      progress,
      dataDir: embedded && dataDir,
    });
    if (sandbox && mayCreate) await seedSandbox(dataDir, progress);
    return { env, dataDir, migrations, close };
  } catch (error) {
    await close();
    throw error;
  }
}
