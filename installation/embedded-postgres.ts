/**
 * The database of an installation that was given none: a Postgres of its own on `<dataDir>/postgres`.
 * Any number of processes may open it at once. The first starts it, the last stops it, and whoever
 * notices that it has died starts it again: one at a time, under a lock.
 */
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import { InstallationError, type Progress } from "./installation-error.ts";
import { makeDataDirectory } from "./local-secrets.ts";
import { withLock } from "./lock.mjs";
import { type Cluster, openCluster, POSTGRES_USER, readPidFile } from "./postgres-cluster.ts";
import { isServerOf, startServer, stopServer } from "./postgres-server.ts";

export type EmbeddedPostgres = {
  /** Stays the same while this is open, also when Postgres had to be started again. */
  url: string;
  /** Lets go of the database, and stops it where nobody else uses it. */
  close(): Promise<void>;
};

type Given = { dataDir: string; password: string; progress: Progress };
type Session = Given & { cluster: Cluster; closing: AbortSignal };
type Hold = { client: pg.Client; port: number };

const DATABASE = "points";
// Held shared by everybody who uses the server; whoever can have it alone is the last.
const USERS_LOCK = 7_040_015;
const DISK_TAKES_NOTHING = ["ENOSPC", "EDQUOT", "EROFS"];
const PATIENCE_MS = 60_000;
const RETRY_MS = 150;
const TELL_EVERY_MS = 5_000;
// A server that cannot start, since the disk is full say, is tried again at growing intervals. That can last for hours.
const LONGEST_PAUSE_MS = 5_000;
const REPEAT_EVERY_MS = 60_000;

/**
 * Opens the embedded Postgres of a data directory: makes it, starts it, or joins the one that runs.
 * @throws InstallationError with what to do, when that is impossible or takes over a minute
 */
export async function openEmbeddedPostgres({
  progress = () => {},
  ...rest
}: Omit<Given, "progress"> & Partial<Given>): Promise<EmbeddedPostgres> {
  const given = { ...rest, progress };
  makeDataDirectory(given.dataDir);
  const cluster = await alone(given, () => openCluster(given.dataDir, given.password, progress));
  const closing = new AbortController();
  const session: Session = { ...given, cluster, closing: closing.signal };
  const hold = await holdOrStart(session);
  const current = keepRunning(session, hold);
  let closed: Promise<void> | undefined;
  return {
    url: `postgresql://${POSTGRES_USER}:${encodeURIComponent(given.password)}@127.0.0.1:${hold.port}/${DATABASE}`,
    close: () => {
      closing.abort();
      closed ??= current().then((last) => letGo(session, last));
      return closed;
    },
  };
}

/** Makes, starts, joins, or stops it while nobody else does. */
function alone<T>({ dataDir, progress }: Given, work: () => Promise<T>): Promise<T> {
  const waiting = () => progress("Waiting for another process to start or stop the database…");
  let hasBegun = false;
  const begin = () => {
    hasBegun = true;
    return work();
  };
  return withLock(join(dataDir, "postgres.lock"), begin, waiting).catch((error) => {
    // A disk that takes no lock lets nobody make or start one, either: what runs is joined and stopped all the same.
    if (hasBegun || !DISK_TAKES_NOTHING.includes(error.code)) throw error;
    return work();
  });
}

/**
 * Joins the server, and starts it where it does not run.
 * @param port on which it is started; any where it is left out
 * @throws InstallationError when that is impossible or takes over a minute
 */
function holdOrStart(session: Session, port?: number): Promise<Hold> {
  const { cluster, progress, closing } = session;
  return alone(session, async () => {
    const begun = Date.now();
    let toldAt = begun;
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
        if (Date.now() - begun > PATIENCE_MS) {
          throw new InstallationError(
            `The embedded Postgres in ${cluster.folder} couldn't be reached within a minute: ${message}. See its server.log.`,
          );
        }
        if (Date.now() - toldAt > TELL_EVERY_MS) {
          toldAt = Date.now();
          progress(`Waiting for the embedded Postgres (${message})…`);
        }
      }
      await delay(RETRY_MS);
    }
  });
}

/** The server that runs. */
function findServer(cluster: Cluster): ReturnType<typeof readPidFile> {
  const server = readPidFile(cluster);
  return server && isServerOf(cluster, server.pid) ? server : undefined;
}

/** Joins a running server. @throws what it says where it is not ready; InstallationError for a wrong password */
async function hold({ cluster, password }: Session): Promise<Hold> {
  const port = findServer(cluster)?.port;
  if (port === undefined) throw new Error("it has just stopped");
  const client = new pg.Client({
    host: "127.0.0.1",
    port,
    user: POSTGRES_USER,
    password,
    // Not the product's: a database with a connection on it could not be dropped or copied.
    database: "postgres",
    connectionTimeoutMillis: 5_000,
    application_name: "points-to-donation installation",
  });
  // A broken connection is noticed by its end; without a listener the error would end the process.
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
 * Starts the server again, on the same port, whenever it dies while the session is open.
 * @returns tells what is held now
 */
function keepRunning(session: Session, first: Hold): () => Promise<Hold> {
  let current = Promise.resolve(first);
  const watch = (held: Hold) => {
    held.client.once("end", () => {
      if (!session.closing.aborted) current = revive(session, held).then(watch);
    });
    return held;
  };
  watch(first);
  return () => current;
}

async function revive(session: Session, lost: Hold): Promise<Hold> {
  const { progress, closing } = session;
  progress("The embedded Postgres stopped. Restarting it…");
  let toldAt = Number.NEGATIVE_INFINITY;
  for (
    let pauseMs = RETRY_MS;
    !closing.aborted;
    pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)
  ) {
    try {
      // Everything here knows it by its port.
      const held = await holdOrStart(session, lost.port);
      progress(
        held.port === lost.port
          ? "The embedded Postgres is running again."
          : `The embedded Postgres is now on port ${held.port} instead of ${lost.port}. Restart this process.`,
      );
      return held;
    } catch (error) {
      const isNew = Date.now() - toldAt > REPEAT_EVERY_MS;
      if (isNew) progress((error as Error).message);
      if (isNew) toldAt = Date.now();
    }
    // No longer than the session is open.
    await delay(pauseMs, undefined, { signal: closing }).catch(() => {});
  }
  return lost;
}

async function letGo(session: Session, { client }: Hold): Promise<void> {
  await alone(session, async () => {
    await client.query(`select pg_advisory_unlock_shared(${USERS_LOCK})`);
    const { rows } = await client.query(`select pg_try_advisory_lock(${USERS_LOCK}) as "isLast"`);
    if (rows[0].isLast) await stopServer(session.cluster);
  }).catch((error) => {
    // It died a moment ago, or does not stop: the next start recovers it either way.
    if (error instanceof InstallationError) session.progress(error.message);
  });
  await client.end().catch(() => {});
}
