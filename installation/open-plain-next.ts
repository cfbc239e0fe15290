/** Startup under plain Next.js: checks settings and schema, then starts the dispatcher. It never migrates or seeds. */
import { startEngine } from "#inngest/engine.ts";
import { ConfigurationError, env, readEnv } from "#lib/env.ts";
import { setWaitUntil } from "#lib/jobs/dispatch.ts";
import { watchPressure } from "#lib/storage/pressure.ts";
import { printableLines } from "#lib/text.ts";
import { checkDatabase } from "./check-database.ts";
import { logConsole } from "./console.ts";
import { InstallationError } from "./installation-error.ts";
import { requireCurrentSchema } from "./migrate.ts";

const say = (line: string) => process.stderr.write(`${printableLines(line)}\n`);

async function open(): Promise<void> {
  readEnv(process.env, { plainNext: true });
  const { databaseUrl = "", databaseDurability } = env();
  await checkDatabase(databaseUrl, databaseDurability);
  await requireCurrentSchema(databaseUrl, { progress: say });
  logConsole();
  watchPressure();
  await startEngine();
}

/**
 * Checks settings and database, and starts the dispatcher. Exits with one sentence if that is impossible.
 * @param after keeps the process running until a promise ends, if it is called within a request; else it throws
 */
export async function openPlainNext(after: (work: Promise<unknown>) => void): Promise<void> {
  setWaitUntil((work) => {
    try {
      after(work);
    } catch {
      // Outside a request, the next poll or the sweep's next run sends the enqueued jobs.
    }
  });
  try {
    await open();
  } catch (error) {
    const isExpected = error instanceof ConfigurationError || error instanceof InstallationError;
    say(isExpected ? error.message : String((error as Error).stack));
    process.exit(1);
  }
}
