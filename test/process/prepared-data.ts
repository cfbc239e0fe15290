/** The data directory after a first start, created once per run and copied for each application. */
import { execFile } from "node:child_process";
import { existsSync, mkdirSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { withLock } from "#installation/lock.mjs";

const run = promisify(execFile);
const root = path.resolve(import.meta.dirname, "../..");

/** Fills an empty data directory. Called from a separate process without any test's settings. */
const MAKE = `
  const { openInstallation } = await import("#installation/open-installation.ts");
  const { close } = await openInstallation(() => {});
  await close();`;

/** Files of one Postgres run; with them, all copies would prefer the same port. */
const OF_ONE_SERVER = ["postgres/postmaster.opts", "postgres/server.log"];

/** Copies the prepared data into an empty folder; the run's first caller prepares it. */
export async function copyPreparedData(dataDir: string, env: NodeJS.ProcessEnv): Promise<void> {
  const prepared = path.join(tmpdir(), "points-prepared");
  await withLock(`${prepared}.lock`, async () => {
    if (!existsSync(prepared)) await prepare(prepared, env);
  });
  // If tests run as root, another user owns the database: `cp` preserves owners.
  await run("cp", ["-pPR", `${prepared}/.`, dataDir]);
}

async function prepare(prepared: string, env: NodeJS.ProcessEnv): Promise<void> {
  const draft = `${prepared}.new`;
  // From a failed attempt, whose error is the relevant one.
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(draft, { mode: 0o711 });
  await run(process.execPath, ["--input-type=module", "--eval", MAKE], {
    cwd: root,
    env: { ...env, DATA_DIR: draft },
  });
  for (const file of OF_ONE_SERVER) rmSync(path.join(draft, file), { force: true });
  renameSync(draft, prepared);
}
