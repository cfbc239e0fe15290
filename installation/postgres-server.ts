/** Starts and stops a cluster's server. Only one process at a time may do so. */
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, rmSync, statSync, truncateSync } from "node:fs";
import { basename, join } from "node:path";
import { InstallationError } from "./installation-error.ts";
import { portProblem } from "./ports.ts";
import { type Cluster, lastError, readPidFile } from "./postgres-cluster.ts";

// On the command line, so that an edited file can't turn durability off, and a release can change them.
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
  // Without the rejected row: personal data doesn't belong in the log.
  log_error_verbosity: "terse",
  fsync: "on",
  full_page_writes: "on",
  synchronous_commit: "on",
};

// Below the ephemeral ports, so that no outgoing connection occupies ours when
// the server has to restart on it.
const PORTS = { from: 20_000, to: 32_000 };

const LOG_LIMIT_BYTES = 10_000_000;

// The port was taken in the meantime, backends of a killed server are still exiting, or recovery after a crash takes longer
// than pg_ctl waits.
const TRANSIENT_ERROR =
  /could not bind|could not create any TCP|pre-existing shared memory|lock file .* already exists|did not start in time/;

/**
 * Starts the server, if possible on the same port every time.
 * @param port waits for this port instead of choosing another if it is in use
 * @throws InstallationError if a retry would not help; otherwise an Error
 */
export async function startServer(cluster: Cluster, port?: number): Promise<void> {
  removeForeignPidFile(cluster);
  // Backends of a killed server that are still starting hold it for a moment longer.
  if (port && !(await isFree(port))) throw new Error(`port ${port} is in use`);
  const log = join(cluster.folder, "server.log");
  const logOffset = trimLog(log);
  const settings = Object.entries(SETTINGS).map(([name, value]) => `-c ${name}='${value}'`);
  const started = cluster.run("pg_ctl", [
    "start",
    "--wait",
    "--timeout=60",
    `--pgdata=${cluster.folder}`,
    `--log=${log}`,
    `--options=-p ${port ?? (await choosePort(cluster))} ${settings.join(" ")}`,
  ]);
  await started.catch(({ message }: Error) => {
    const logged = existsSync(log) ? readFileSync(log).subarray(logOffset).toString("utf8") : "";
    const reason = lastError(logged || message);
    if (TRANSIENT_ERROR.test(logged + message)) throw new Error(reason);
    throw new InstallationError(`The embedded Postgres doesn't start: ${reason} (see ${log}).`);
  });
}

/** Stops the server cleanly. The caller must know that it is this cluster's and idle. */
export async function stopServer(cluster: Cluster): Promise<void> {
  const pgdata = `--pgdata=${cluster.folder}`;
  await cluster.run("pg_ctl", ["stop", "--wait", "--mode=fast", pgdata]).catch(({ message }) => {
    if (!readPidFile(cluster)) return;
    throw new InstallationError(`The embedded Postgres doesn't stop: ${lastError(message)}.`);
  });
}

/**
 * A stale pid file can contain the ID of an unrelated process (after a
 * container restart almost certainly), which Postgres would wait for in vain. A machine that fails right when
 * a server starts leaves an empty one, which blocks every start.
 */
function removeForeignPidFile(cluster: Cluster): void {
  const pidFile = readPidFile(cluster);
  if (pidFile?.pid === 0 || (pidFile && isServerOf(cluster, pidFile.pid) === false)) {
    rmSync(join(cluster.folder, "postmaster.pid"), { force: true });
  }
}

/** Whether a process is this cluster's server; undefined if unknown. */
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

async function choosePort({ folder }: Cluster): Promise<number> {
  const start = createHash("sha256").update(folder).digest().readUInt32BE();
  for (let attempt = 0; attempt < 100; attempt++) {
    const port = PORTS.from + ((start + attempt) % (PORTS.to - PORTS.from));
    if (await isFree(port)) return port;
  }
  throw new InstallationError(
    `No free port for the embedded Postgres between ${PORTS.from} and ${PORTS.to}.`,
  );
}

const isFree = async (port: number): Promise<boolean> =>
  (await portProblem(port, "127.0.0.1")) === undefined;

/** Truncates a large log. @returns the offset of the next start's lines */
function trimLog(log: string): number {
  const size = statSync(log, { throwIfNoEntry: false })?.size ?? 0;
  if (size < LOG_LIMIT_BYTES) return size;
  truncateSync(log);
  return 0;
}
