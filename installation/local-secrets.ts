/** The secrets of an installation that was given none: made once, kept in its data directory. */
import { randomBytes } from "node:crypto";
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { InstallationError } from "./installation-error.ts";

const MAKERS = {
  AUTH_SECRET: () => randomBytes(32).toString("base64url"),
  PLATFORM_CONFIG_KEY: () => randomBytes(32).toString("base64"),
  WEBHOOK_SECRETS_KEY: () => randomBytes(32).toString("base64"),
  IDENTITY_SECRETS_KEY: () => randomBytes(32).toString("base64"),
  METRICS_TOKEN: () => randomBytes(24).toString("base64url"),
  POSTGRES_PASSWORD: () => randomBytes(24).toString("base64url"),
} as const;

export type LocalSecrets = Record<keyof typeof MAKERS, string>;

const NAMES = Object.keys(MAKERS) as (keyof typeof MAKERS)[];

/**
 * The secrets in `<dataDir>/secrets.json`, made at the first call. Processes that start together
 * get the same ones.
 * @throws InstallationError when the file cannot be read or is damaged
 */
export function readOrMakeSecrets(dataDir: string): LocalSecrets {
  makeDataDirectory(dataDir);
  const file = join(dataDir, "secrets.json");
  return read(file) ?? make(file);
}

/** Creates the data directory where it is missing; an existing one keeps the mode it was given. */
export function makeDataDirectory(dataDir: string): void {
  // Started as root, Postgres runs as another user, who must be able to pass through to its folder.
  const mode = process.getuid?.() === 0 ? 0o711 : 0o700;
  try {
    mkdirSync(dataDir, { recursive: true, mode });
  } catch (error) {
    throw new InstallationError(
      `The data directory can't be created: ${(error as Error).message}.`,
    );
  }
}

function read(file: string): LocalSecrets | undefined {
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw new InstallationError(
      `${file} can't be read. Start the service as the user that created it.`,
    );
  }
  const secrets = parse(text);
  if (!secrets) {
    throw new InstallationError(
      `${file} is damaged, or was made by a pre-release. Restore it from a backup (data encrypted with it can't be decrypted without it), or move or delete its folder.`,
    );
  }
  return secrets;
}

function parse(text: string): LocalSecrets | undefined {
  try {
    const value = JSON.parse(text);
    const whole = NAMES.every((name) => typeof value[name] === "string" && value[name] !== "");
    return whole ? (value as LocalSecrets) : undefined;
  } catch {
    return undefined;
  }
}

function make(file: string): LocalSecrets {
  const secrets = Object.fromEntries(
    NAMES.map((name) => [name, MAKERS[name]()]),
  ) as unknown as LocalSecrets;
  const draft = `${file}.${process.pid}.${randomBytes(4).toString("hex")}`;
  try {
    writeFileSync(draft, `${JSON.stringify(secrets, null, 2)}\n`, {
      mode: 0o600,
      flag: "wx",
      flush: true,
    });
    // A link appears complete or not at all, and only one of two racing starts can make it.
    linkSync(draft, file);
    return secrets;
  } catch (error) {
    const winner = (error as NodeJS.ErrnoException).code === "EEXIST" ? read(file) : undefined;
    if (winner) return winner;
    throw new InstallationError(`${file} can't be created: ${(error as Error).message}.`);
  } finally {
    rmSync(draft, { force: true });
  }
}
