/** The folder of a test run, and its cleanup, including runs that were killed. */
import { execFileSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { type Cluster, readPidFile } from "#installation/postgres-cluster.ts";
import { findRunner } from "#installation/postgres-runner.ts";
import { isServerOf, stopServer } from "#installation/postgres-server.ts";

// Followed by the process id of the run.
const PREFIX = "points-test-";

/** A new folder for this run, accessible to all users, since a database runs as another user. */
export function makeRunFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), `${PREFIX}${process.pid}-`));
  chmodSync(folder, 0o711);
  return folder;
}

/** Stops every database in a run's folder, and removes the folder. */
export async function endRun(folder: string): Promise<void> {
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" });
  for (const file of files.filter((name) => name.endsWith("/postmaster.pid"))) {
    await stopServerIn(join(folder, dirname(file)));
  }
  unmountIn(folder);
  rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
}

/** Cleans up this user's runs whose process has ended. Another run may be doing the same. */
export async function endAbandonedRuns(): Promise<void> {
  for (const name of readdirSync(tmpdir()).filter((name) => name.startsWith(PREFIX))) {
    const folder = join(tmpdir(), name);
    const run = Number(/^\d+/.exec(name.slice(PREFIX.length))?.[0]);
    if (!run || isRunning(run) || !isOurs(folder)) continue;
    await endRun(folder).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== "ENOENT") throw error;
    });
  }
}

async function stopServerIn(folder: string): Promise<void> {
  const cluster: Cluster = { folder, ...(await findRunner(folder)) };
  const server = readPidFile(cluster);
  if (!server || !isServerOf(cluster, server.pid)) return;
  // A killed run may leave a partial cluster, which pg_ctl rejects.
  await stopServer(cluster).catch(() => process.kill(server.pid, "SIGKILL"));
}

/** The small test volume of a killed test. */
function unmountIn(folder: string): void {
  if (!existsSync("/proc/mounts")) return;
  const mounts = readFileSync("/proc/mounts", "utf8").split("\n");
  for (const [, point = ""] of mounts.map((line) => line.split(" "))) {
    if (point.startsWith(`${folder}/`)) execFileSync("umount", ["--lazy", point]);
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

function isOurs(folder: string): boolean {
  return statSync(folder, { throwIfNoEntry: false })?.uid === process.getuid?.();
}
