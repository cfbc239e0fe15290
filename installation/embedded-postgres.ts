/**
 * The embedded database of an installation without DATABASE_URL: a Postgres in `<dataDir>/postgres`.
 * Any number of processes may open it concurrently. The first starts it, the last stops it, and any process that
 * notices a crash restarts it: one at a time, under a lock.
 */
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import { InstallationError, type Progress } from "./installation-error.ts";
import { createDataDirectory } from "./local-secrets.ts";
import { withLock } from "./lock.mjs";
import { type Cluster, openCluster, POSTGRES_USER, readPidFile } from "./postgres-cluster.ts";
import { isServerOf, startServer, stopServer } from "./postgres-server.ts";

export type EmbeddedPostgres = {
  /** Constant while this is open, even if Postgres is restarted. */
  url: string;
  /** Releases the database, and stops it if no other process uses it. */
  close(): Promise<void>;
};

type Options = { dataDir: string; password: string; progress: Progress };
type Session = Options & { cluster: Cluster; closing: AbortSignal };
type Connection = { client: pg.Client; port: number };

const DATABASE = "points";
// Every user of the server holds this lock in shared mode; whoever gets it exclusively is the last.
const USERS_LOCK = 7_040_015;
const DISK_ERRORS = ["ENOSPC", "EDQUOT", "EROFS"];
const TIMEOUT_MS = 60_000;
const RETRY_MS = 150;
const PROGRESS_INTERVAL_MS = 5_000;
// A server that can't start, such as on a full disk, is retried with backoff, for hours if need be.
const MAX_BACKOFF_MS = 5_000;
const REMINDER_INTERVAL_MS = 60_000;

/**
 * Opens the embedded Postgres of a data directory: creates it, starts it, or joins the running one.
 * @throws InstallationError with what to do, if that is impossible or takes over a minute
 */
export async function openEmbeddedPostgres({
  progress = () => {},
  ...rest
}: Omit<Options, "progress"> & Partial<Options>): Promise<EmbeddedPostgres> {
  const options = { ...rest, progress };
  createDataDirectory(options.dataDir);
  const cluster = await exclusively(options, () =>
    openCluster(options.dataDir, options.password, progress),
  );
  const closing = new AbortController();
  const session: Session = { ...options, cluster, closing: closing.signal };
  const hold = await holdOrStart(session);
  const current = keepRunning(session, hold);
  let closed: Promise<void> | undefined;
  return {
    url: `postgresql://${POSTGRES_USER}:${encodeURIComponent(options.password)}@127.0.0.1:${hold.port}/${DATABASE}`,
    close: () => {
      closing.abort();
      closed ??= current().then((last) => release(session, last));
      return closed;
    },
  };
}

/** Creates, starts, joins, or stops it, under the lock. */
function exclusively<T>({ dataDir, progress }: Options, work: () => Promise<T>): Promise<T> {
  const onWait = () => progress("Waiting for another process to start or stop the database…");
  let hasLock = false;
  const workWithLock = () => {
    hasLock = true;
    return work();
  };
  return withLock(join(dataDir, "postgres.lock"), workWithLock, onWait).catch((error) => {
    // A full disk prevents locking, but also creating and starting; a running server can be joined and stopped without it.
    if (hasLock || !DISK_ERRORS.includes(error.code)) throw error;
    return work();
  });
}

/**
 * Joins the server, and starts it if it isn't running.
 * @param port the port to start it on; default: any
 * @throws InstallationError if that is impossible or takes over a minute
 */
function holdOrStart(session: Session, port?: number): Promise<Connection> {
  const { cluster, progress, closing } = session;
  return exclusively(session, async () => {
    const startedAt = Date.now();
    let reportedAt = startedAt;
    let isStarter = false;
    for (;;) {
      try {
        if (!findServer(cluster)) {
          await startServer(cluster, port);
          isStarter = true;
        }
        return await hold(session);
      } catch (error) {
        const { message } = error as Error;
        if (error instanceof InstallationError || closing.aborted) {
          if (isStarter) await stopServer(cluster);
          throw error;
        }
        if (Date.now() - startedAt > TIMEOUT_MS) {
          throw new InstallationError(
            `The embedded Postgres in ${cluster.folder} couldn't be reached within a minute: ${message}. See its server.log.`,
          );
        }
        if (Date.now() - reportedAt > PROGRESS_INTERVAL_MS) {
          reportedAt = Date.now();
          progress(`Waiting for the embedded Postgres (${message})…`);
        }
      }
      await delay(RETRY_MS);
    }
  });
}

function findServer(cluster: Cluster): ReturnType<typeof readPidFile> {
  const server = readPidFile(cluster);
  return server && isServerOf(cluster, server.pid) ? server : undefined;
}

/** Joins a running server. @throws its error if it isn't ready; InstallationError for a wrong password */
async function hold({ cluster, password }: Session): Promise<Connection> {
  const port = findServer(cluster)?.port;
  if (port === undefined) throw new Error("it has just stopped");
  const client = new pg.Client({
    host: "127.0.0.1",
    port,
    user: POSTGRES_USER,
    password,
    // Not the product's database, since one with a connection can't be dropped or copied.
    database: "postgres",
    connectionTimeoutMillis: 5_000,
    application_name: "points-to-donation installation",
  });
  // The "end" event reports a broken connection; without a listener, the error would end the process.
  client.on("error", () => {});
  try {
    await client.connect();
    await client.query(`select pg_advisory_lock_shared(${USERS_LOCK})`);
    const found = await client.query("select from pg_database where datname = $1", [DATABASE]);
    if (!found.rowCount) await client.query(`create database ${DATABASE}`);
    return { client, port };
  } catch (error) {
    void client.end().catch(() => {});
    if ((error as { code?: string }).code !== "28P01") throw error;
    throw new InstallationError(
      `The database in ${cluster.folder} has a different password than the secrets.json next to it. Restore the secrets.json from when the database was created.`,
    );
  }
}

/**
 * Restarts the server on the same port whenever it dies while the session is open.
 * @returns a function that returns the current connection
 */
function keepRunning(session: Session, first: Connection): () => Promise<Connection> {
  let current = Promise.resolve(first);
  const watch = (held: Connection) => {
    held.client.once("end", () => {
      if (!session.closing.aborted) current = restart(session, held).then(watch);
    });
    return held;
  };
  watch(first);
  return () => current;
}

async function restart(session: Session, lost: Connection): Promise<Connection> {
  const { progress, closing } = session;
  progress("The embedded Postgres stopped. Restarting it…");
  let reportedAt = Number.NEGATIVE_INFINITY;
  for (
    let backoffMs = RETRY_MS;
    !closing.aborted;
    backoffMs = Math.min(backoffMs * 2, MAX_BACKOFF_MS)
  ) {
    try {
      // Open pools use this port.
      const held = await holdOrStart(session, lost.port);
      progress(
        held.port === lost.port
          ? "The embedded Postgres is running again."
          : `The embedded Postgres is now on port ${held.port} instead of ${lost.port}. Restart this process.`,
      );
      return held;
    } catch (error) {
      const isNew = Date.now() - reportedAt > REMINDER_INTERVAL_MS;
      if (isNew) progress((error as Error).message);
      if (isNew) reportedAt = Date.now();
    }
    // Only while the session is open.
    await delay(backoffMs, undefined, { signal: closing }).catch(() => {});
  }
  return lost;
}

async function release(session: Session, { client }: Connection): Promise<void> {
  await exclusively(session, async () => {
    await client.query(`select pg_advisory_unlock_shared(${USERS_LOCK})`);
    const { rows } = await client.query(`select pg_try_advisory_lock(${USERS_LOCK}) as "isLast"`);
    if (rows[0].isLast) await stopServer(session.cluster);
  }).catch((error) => {
    // It just died, or doesn't stop: the next start recovers it either way.
    if (error instanceof InstallationError) session.progress(error.message);
  });
  await client.end().catch(() => {});
}
