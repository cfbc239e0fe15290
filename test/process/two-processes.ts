/** Two processes on one database, started by `two-processes.test.ts`. */
import pg from "pg";
import { Application, eventually } from "./application.ts";
import { METRICS_TOKEN } from "./scrape.ts";

/** Requests per second, few enough for a busy machine; a two-second window allows twice as many. */
export const KEY_LIMIT = 4;

const SETTINGS = {
  PUSH_RETRY_SCHEDULE: "0s,200ms,300ms,500ms",
  METRICS_TOKEN,
  RATE_LIMIT_PER_KEY: String(KEY_LIMIT),
};

export const first = new Application(SETTINGS);
export let second: Application;

/** What a load balancer sees: a status, or no response. */
const probe = (of: Application) =>
  fetch(`${of.base}/readyz`).then(
    ({ status }) => status,
    () => "refused" as const,
  );

/** Starts both. @returns the second one's readiness during and after the migration */
export async function startBoth() {
  await first.start();
  const shared = first.sharedSettings();
  second = new Application({ ...shared, ...SETTINGS });
  const database = new pg.Client({ connectionString: shared.DATABASE_URL as string });
  await database.connect();
  // The advisory lock of a migrating process, with Prisma's key.
  await database.query("select pg_advisory_lock(72707369)");
  const starting = second.start();
  try {
    await eventually(
      () => second.output.includes("finish migrating the database") || undefined,
      "it waits for the migration",
    );
    const during = await probe(second);
    await database.query("select pg_advisory_unlock(72707369)");
    await starting;
    return { during, after: await probe(second) };
  } finally {
    await database.end();
    await starting.catch(() => {});
  }
}
