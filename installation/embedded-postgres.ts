/**
 * The database of an installation that was given none: a Postgres of its own on `<dataDir>/postgres`.
 * Any number of processes may open it at once. The first starts it, the last stops it, and whoever
 * notices that it has died starts it again.
 */
import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import { InstallationError, type Progress } from "./installation-error.ts";
import { type Cluster, openCluster, POSTGRES_USER, readPidFile } from "./postgres-cluster.ts";
import { isServerOf, startServer, stopServer } from "./postgres-server.ts";

export type EmbeddedPostgres = {
  /** Stays the same while this is open, also when Postgres had to be started again. */
  url: string;
  /** Lets go of the database, and stops it where nobody else uses it. */
  close(): Promise<void>;
};

type Session = { cluster: Cluster; password: string; progress: Progress; closing: AbortSignal };
type Hold = { client: pg.Client; port: number };

const DATABASE = "points";
// Held shared by everybody who uses the server; whoever can have it alone is the last.
const USERS_LOCK = 7_040_015;
const PATIENCE_MS = 60_000;
const RETRY_MS = 150;
// A server that cannot start, since the disk is full say, is tried again, and told about, at growing intervals: a full
// disk can last for hours.
const LONGEST_PAUSE_MS = 5_000;
const TELL_AFTER_MS = 5_000;
const TELL_EVERY_MS = 60_000;

/**
 * Opens the embedded Postgres of a data directory: makes it, starts it, or joins the one that runs.
 * @throws InstallationError with what to do, when that is impossible or takes over a minute
 */
export async function openEmbeddedPostgres({
  dataDir,
  password,
  progress = () => {},
}: {
  dataDir: string;
  password: string;
  progress?: Progress;
}): Promise<EmbeddedPostgres> {
  const cluster = await openCluster(dataDir, password, progress);
  const closing = new AbortController();
  const session: Session = { cluster, password, progress, closing: closing.signal };
  const hold = await holdOrStart(session);
  const current = keepRunning(session, hold);
  let closed: Promise<void> | undefined;
  return {
    url: `postgresql://${POSTGRES_USER}:${encodeURIComponent(password)}@127.0.0.1:${hold.port}/${DATABASE}`,
    close: () => {
      closing.abort();
      closed ??= current().then((last) => letGo(session, last));
      return closed;
    },
  };
}

/**
 * Joins the server, starting it where it does not run, until that works or patience ends.
 * @param lost what was held until its server died: then it is tried for as long as the session is open
 */
async function holdOrStart(session: Session, lost?: Hold): Promise<Hold> {
  const { cluster, progress, closing } = session;
  const begun = Date.now();
  const told = { at: begun, again: TELL_AFTER_MS };
  let pauseMs = RETRY_MS;
  let isStarter = false;
  for (;;) {
    if (lost && closing.aborted) return lost;
    const isPatient = Date.now() - begun < PATIENCE_MS;
    let obstacle: string | undefined;
    try {
      const hold = await tryToHold(session);
      if (typeof hold === "object") return hold;
      // Everything here knows a lost one by its port: another one is the last resort.
      const port = lost && { last: lost.port, insists: isPatient };
      obstacle = hold ?? (await startServer(cluster, port));
      isStarter ||= obstacle === undefined;
    } catch (error) {
      if (isStarter) await stopServer(cluster).catch(() => {});
      if (!lost) throw error;
      obstacle = (error as Error).message;
      pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS);
    }
    if (!obstacle) continue;
    if (!lost && !isPatient) {
      throw new InstallationError(
        `The embedded Postgres in ${cluster.folder} couldn't be reached within a minute. See its server.log.`,
      );
    }
    if (Date.now() - told.at > told.again) {
      Object.assign(told, { at: Date.now(), again: Math.min(told.again * 2, TELL_EVERY_MS) });
      progress(`Waiting for the embedded Postgres: ${obstacle}`);
    }
    await delay(pauseMs, undefined, { signal: closing }).catch(() => {});
  }
}

/** Joins a running server; undefined where none runs, and a reason where it is not ready to be joined. */
async function tryToHold({ cluster, password }: Session): Promise<Hold | string | undefined> {
  const server = readPidFile(cluster);
  if (!server || !isServerOf(cluster, server.pid)) return undefined;
  const client = new pg.Client({
    host: "127.0.0.1",
    port: server.port,
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
    // Waits while the last user stops the server, and breaks when it has stopped.
    await client.query(`select pg_advisory_lock_shared(${USERS_LOCK})`);
    // May break, too: a server that stops may grant the lock before it ends this connection.
    await createDatabase(client);
    return { client, port: server.port };
  } catch (error) {
    void client.end().catch(() => {});
    if ((error as { code?: string }).code === "28P01") {
      throw new InstallationError(
        `The database in ${cluster.folder} has a different password than the secrets.json next to it. Restore the secrets.json from when the database was created.`,
      );
    }
    return (error as Error).message;
  }
}

async function createDatabase(client: pg.Client): Promise<void> {
  const found = await client.query("select from pg_database where datname = $1", [DATABASE]);
  if (found.rowCount) return;
  await client.query(`create database ${DATABASE}`).catch((error: { code?: string }) => {
    // Another process was quicker; the second code is the same race lost later.
    if (error.code !== "42P04" && error.code !== "23505") throw error;
  });
}

/**
 * Starts the server again, on the same port, whenever it dies while the session is open.
 * @returns tells what is held now
 */
function keepRunning(session: Session, first: Hold): () => Promise<Hold> {
  let current = Promise.resolve(first);
  const watch = (hold: Hold) => {
    hold.client.once("end", () => {
      if (!session.closing.aborted) current = revive(session, hold).then(watch);
    });
    return hold;
  };
  watch(first);
  return () => current;
}

async function revive(session: Session, lost: Hold): Promise<Hold> {
  session.progress("The embedded Postgres stopped. Restarting it…");
  const hold = await holdOrStart(session, lost);
  if (hold === lost) return lost;
  session.progress(
    hold.port === lost.port
      ? "The embedded Postgres is running again."
      : `The embedded Postgres is now on port ${hold.port} instead of ${lost.port}. Restart this process.`,
  );
  return hold;
}

async function letGo({ cluster, progress }: Session, { client }: Hold): Promise<void> {
  try {
    await client.query(`select pg_advisory_unlock_shared(${USERS_LOCK})`);
    const { rows } = await client.query(`select pg_try_advisory_lock(${USERS_LOCK}) as "isLast"`);
    if (rows[0].isLast) await stopServer(cluster);
  } catch (error) {
    // It died a moment ago, or does not stop: the next start recovers it either way.
    if (error instanceof InstallationError) progress(error.message);
  }
  await client.end().catch(() => {});
}
