/** The files of one embedded Postgres: created at the first start and recognized at every later one. */
import {
  chownSync,
  existsSync,
  lchownSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { InstallationError, type Progress } from "./installation-error.ts";
import { chooseOwner, findRunner, type PostgresRunner } from "./postgres-runner.ts";

export const POSTGRES_USER = "points";

export type Cluster = PostgresRunner & { folder: string };

/** The cluster in `<dataDir>/postgres`, created if it is missing. Only one process at a time may call this. */
export async function openCluster(
  dataDir: string,
  password: string,
  progress: Progress,
): Promise<Cluster> {
  const parent = realpathSync(dataDir);
  const folder = join(parent, "postgres");
  refuseForeignFolder(folder);
  if (!existsSync(join(folder, "PG_VERSION"))) await createCluster(parent, password, progress);
  const runner = await findRunner(folder);
  if (runner.owner && statSync(folder).uid === 0) giveTo(runner.owner, folder);
  return { folder, ...runner };
}

function refuseForeignFolder(folder: string): void {
  const owner = statSync(folder, { throwIfNoEntry: false })?.uid;
  const ourUid = process.getuid?.() ?? owner;
  if (owner !== undefined && ourUid !== 0 && owner !== ourUid) {
    throw new InstallationError(
      `The database in ${folder} belongs to user ${owner}. Start the service as that user or as root, or set a different DATA_DIR.`,
    );
  }
}

/** For a new cluster, or a folder restored from a backup as root. */
function giveTo({ uid, gid }: { uid: number; gid: number }, folder: string): void {
  chownSync(folder, uid, gid);
  for (const name of readdirSync(folder, { recursive: true, encoding: "utf8" })) {
    lchownSync(join(folder, name), uid, gid);
  }
}

const DRAFT = "postgres.new-";

/** Removes the drafts of killed starts. Files that a still running one adds are left to the next start. */
function removeDrafts(parent: string): void {
  for (const name of readdirSync(parent).filter((name) => name.startsWith(DRAFT))) {
    try {
      rmSync(join(parent, name), { recursive: true, force: true });
    } catch {}
  }
}

/** Created in a draft folder and renamed when complete, so that a killed start leaves no partial cluster. */
async function createCluster(parent: string, password: string, progress: Progress): Promise<void> {
  const startedAt = Date.now();
  progress("Creating the database (first start)…");
  removeDrafts(parent);
  const draft = mkdtempSync(join(parent, DRAFT));
  try {
    const folder = join(draft, "data");
    const passwordFile = join(draft, "password");
    mkdirSync(folder, { mode: 0o700 });
    writeFileSync(passwordFile, password, { mode: 0o600 });
    const owner = chooseOwner(folder);
    if (owner) giveTo(owner, draft);
    await initialize(await findRunner(folder), folder, passwordFile);
    moveIntoPlace(folder, join(parent, "postgres"));
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
  progress(`Created the database (${((Date.now() - startedAt) / 1_000).toFixed(1)} s).`);
}

async function initialize(
  runner: PostgresRunner,
  folder: string,
  passwordFile: string,
): Promise<void> {
  const initialized = runner.run("initdb", [
    `--pgdata=${folder}`,
    `--username=${POSTGRES_USER}`,
    "--auth=scram-sha-256",
    `--pwfile=${passwordFile}`,
    "--encoding=UTF8",
    // Sorts by code point, with full Unicode case mapping, identically on every machine.
    "--locale=C",
    "--locale-provider=builtin",
    "--builtin-locale=C.UTF-8",
    "--no-instructions",
  ]);
  await initialized.catch(({ message }: Error) => {
    throw new InstallationError(`The database can't be created: ${lastError(message)}.`);
  });
}

function moveIntoPlace(folder: string, destination: string): void {
  try {
    renameSync(folder, destination);
  } catch (error) {
    throw new InstallationError(
      `${destination} already exists and can't be replaced: ${(error as Error).message}.`,
    );
  }
}

/** The error line of a program's output or log. */
export function lastError(output: string): string {
  const lines = output.trim().split("\n");
  const errorLine = lines.findLast((line) => /FATAL|PANIC|error:|Permission denied/.test(line));
  return (errorLine ?? lines.at(-1) ?? "").replace(/^.*?(FATAL|PANIC|error):\s*/, "").trim();
}

/** The pid file's content. The server may have died long ago. */
export function readPidFile({ folder }: Cluster): { pid: number; port: number } | undefined {
  try {
    const lines = readFileSync(join(folder, "postmaster.pid"), "utf8").split("\n");
    return { pid: Number(lines[0]), port: Number(lines[3]) };
  } catch {
    return undefined;
  }
}
