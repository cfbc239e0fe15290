/** The data directory that a first start leaves, made once in a run and copied for each application. */
import { execFile } from "node:child_process";
import { existsSync, mkdirSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { withLock } from "#installation/lock.mjs";

const run = promisify(execFile);
const root = path.resolve(import.meta.dirname, "../..");

/** Fills an empty data directory. Called from another process, which has the settings of no test. */
const MAKE = `
  const { openInstallation } = await import("#installation/open-installation.ts");
  const { close } = await openInstallation(() => {});
  await close();`;

/** What Postgres writes about one run of one server: copies would all prefer the same port. */
const OF_ONE_SERVER = ["postgres/postmaster.opts", "postgres/server.log"];

/** Copies the prepared data into an empty folder; the first caller of the run makes it. */
export async function copyPreparedData(dataDir: string, env: NodeJS.ProcessEnv): Promise<void> {
  const prepared = path.join(tmpdir(), "points-prepared");
  await withLock(`${prepared}.lock`, async () => {
    if (!existsSync(prepared)) await prepare(prepared, env);
  });
  // The database belongs to another user where tests run as root: `cp` keeps owners.
  await run("cp", ["-pPR", `${prepared}/.`, dataDir]);
}

async function prepare(prepared: string, env: NodeJS.ProcessEnv): Promise<void> {
  const draft = `${prepared}.new`;
  // Of an attempt that failed, whose error is the one to be seen.
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(draft, { mode: 0o711 });
  await run(process.execPath, ["--input-type=module", "--eval", MAKE], {
    cwd: root,
    env: { ...env, DATA_DIR: draft },
  });
  for (const file of OF_ONE_SERVER) rmSync(path.join(draft, file), { force: true });
  renameSync(draft, prepared);
}
