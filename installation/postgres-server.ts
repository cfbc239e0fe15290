/** Starts and stops the server of one cluster. Who else uses it is not known here. */
import { execFileSync } from "node:child_process";
import { randomInt } from "node:crypto";
import { readFileSync, rmSync, statSync, truncateSync } from "node:fs";
import { createServer } from "node:net";
import { basename, join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { InstallationError } from "./installation-error.ts";
import { type Cluster, lastError, readLastPort, readPidFile } from "./postgres-cluster.ts";

// On the command line, so that no edited file can turn durability off, and a release can change them.
const SETTINGS = {
  listen_addresses: "127.0.0.1",
  unix_socket_directories: "",
  max_connections: 200,
  shared_buffers: "256MB",
  effective_cache_size: "1GB",
  maintenance_work_mem: "64MB",
  max_wal_size: "2GB",
  wal_compression: "on",
  random_page_cost: 1.1,
  jit: "off",
  timezone: "UTC",
  log_timezone: "UTC",
  log_checkpoints: "off",
  // Without the row that was refused: the log is no place for anybody's data.
  log_error_verbosity: "terse",
  fsync: "on",
  full_page_writes: "on",
  synchronous_commit: "on",
};

// Below the ports that systems hand to outgoing connections, one of which could sit on ours when
// the server has to come back to it.
const PORTS = { from: 20_000, to: 32_000 };

const LOG_LIMIT_BYTES = 10_000_000;

const EMPTY_AT_MOST_MS = 5_000;
const STOP_PATIENCE_MS = 60_000;
const LOOK_EVERY_MS = 30;

// Another start was quicker, the port was taken in the meantime, or the backends of a server that
// was killed have not noticed yet.
const PASSES_BY_ITSELF =
  /(lock|PID) file .* (already exists|is empty)|could not bind|could not create any TCP|pre-existing shared memory/;

/** The port to start on. */
type Port = {
  /** That it had last; where left out, as the cluster's files tell it. A full disk may have emptied them. */
  last?: number;
  /** Whether to wait until that one is free, instead of taking another. */
  insists?: boolean;
};

/**
 * Starts the server, where possible on the port that it had last.
 * @returns undefined when it runs, else what is in the way and may pass by itself
 * @throws InstallationError when trying again would not help
 */
export async function startServer(
  cluster: Cluster,
  { last = readLastPort(cluster), insists = false }: Port = {},
): Promise<string | undefined> {
  removeForeignPidFile(cluster);
  // Of a server that was killed, backends that were just starting hold it for a moment more.
  if (last && insists && !(await isFree(last))) return `port ${last} is in use`;
  const log = join(cluster.folder, "server.log");
  const logged = trimLog(log);
  const settings = Object.entries(SETTINGS).map(([name, value]) => `-c ${name}='${value}'`);
  const { code, output } = await cluster.run("pg_ctl", [
    "start",
    "--wait",
    "--timeout=60",
    `--pgdata=${cluster.folder}`,
    `--log=${log}`,
    `--options=-p ${await choosePort(last)} ${settings.join(" ")}`,
  ]);
  if (code === 0) return undefined;
  const said = readTail(log, logged) || output;
  const reason = lastError(said);
  // Looked for in all of it: the server of a quicker start may have said something since, too. Recovery
  // after a crash may take longer than pg_ctl waits.
  if (PASSES_BY_ITSELF.test(said) || /did not start in time/.test(output)) return reason;
  throw new InstallationError(`The embedded Postgres doesn't start: ${reason} (see ${log}).`);
}

/** Stops the server cleanly. Only for those who know that it is this cluster's and idle. */
export async function stopServer(cluster: Cluster): Promise<void> {
  const pid = readPidFile(cluster)?.pid;
  if (pid === undefined) return;
  const { code, output } = await cluster.run("pg_ctl", [
    "stop",
    // It would wait for whichever server the pid file names: for ever, where the next one runs already.
    "--no-wait",
    "--mode=fast",
    `--pgdata=${cluster.folder}`,
  ]);
  const isThere = () => readPidFile(cluster)?.pid === pid && isServerOf(cluster, pid) !== false;
  const refusal = code === 0 ? "it's taking longer than a minute" : lastError(output);
  const until = Date.now() + (code === 0 ? STOP_PATIENCE_MS : 0);
  while (isThere()) {
    if (Date.now() > until) {
      throw new InstallationError(`The embedded Postgres doesn't stop: ${refusal}.`);
    }
    await delay(LOOK_EVERY_MS);
  }
}

/**
 * A pid file that outlived its server can name the id of an unrelated process by now (after a
 * restart of a container almost certainly), for which Postgres would wait in vain. An empty one stops
 * every start.
 */
function removeForeignPidFile(cluster: Cluster): void {
  const file = join(cluster.folder, "postmaster.pid");
  const written = readPidFile(cluster);
  if ((written && isServerOf(cluster, written.pid) === false) || isLeftEmpty(file)) {
    rmSync(file, { force: true });
  }
}

/** A server that starts fills its pid file at once. A machine that fails just then may leave it empty. */
function isLeftEmpty(file: string): boolean {
  const found = statSync(file, { throwIfNoEntry: false });
  return found?.size === 0 && Date.now() - found.mtimeMs > EMPTY_AT_MOST_MS;
}

/** Whether a process is this cluster's server; undefined where that cannot be told. */
export function isServerOf({ folder }: Pick<Cluster, "folder">, pid: number): boolean | undefined {
  try {
    if (process.platform === "linux") {
      const [program, ...args] = readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0");
      return basename(program ?? "") === "postgres" && args.includes(folder);
    }
    const command = execFileSync("ps", ["-o", "command=", "-p", String(pid)], { encoding: "utf8" });
    return command.includes("postgres") && command.includes(folder);
  } catch {
    return undefined;
  }
}

async function choosePort(preferred: number | undefined): Promise<number> {
  if (preferred && (await isFree(preferred))) return preferred;
  for (let attempt = 0; attempt < 100; attempt++) {
    const port = randomInt(PORTS.from, PORTS.to);
    if (await isFree(port)) return port;
  }
  throw new InstallationError(
    `No free port for the embedded Postgres between ${PORTS.from} and ${PORTS.to}.`,
  );
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once("error", () => resolve(false));
    probe.listen({ port, host: "127.0.0.1" }, () => probe.close(() => resolve(true)));
  });
}

/** Empties a log that has grown large; returns where the next start's lines will begin. */
function trimLog(log: string): number {
  const size = statSync(log, { throwIfNoEntry: false })?.size ?? 0;
  if (size < LOG_LIMIT_BYTES) return size;
  truncateSync(log);
  return 0;
}

function readTail(file: string, from: number): string {
  try {
    return readFileSync(file).subarray(from).toString("utf8");
  } catch {
    return "";
  }
}
