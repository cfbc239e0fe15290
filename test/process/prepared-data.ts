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
const PREPARE_SCRIPT = `
  const { openInstallation } = await import("#installation/open-installation.ts");
  const { close } = await openInstallation(() => {});
  await close();`;

/** Files of one Postgres run; with them, all copies would prefer the same port. */
const RUN_FILES = ["postgres/postmaster.opts", "postgres/server.log"];

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
  // Left by a failed attempt.
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(draft, { mode: 0o711 });
  await run(process.execPath, ["--input-type=module", "--eval", PREPARE_SCRIPT], {
    cwd: root,
    env: { ...env, DATA_DIR: draft },
  });
  for (const file of RUN_FILES) rmSync(path.join(draft, file), { force: true });
  renameSync(draft, prepared);
}
