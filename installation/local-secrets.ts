/** The secrets of an installation that was given none: made once, kept in its data directory. */
import { randomBytes } from "node:crypto";
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { InstallationError } from "./installation-error.ts";

/** 32 random bytes, in base64url. */
const secret = z.string().min(1);
const contents = z.object({
  AUTH_SECRET: secret,
  PLATFORM_CONFIG_KEY: secret,
  WEBHOOK_SECRETS_KEY: secret,
  IDENTITY_SECRETS_KEY: secret,
  METRICS_TOKEN: secret,
  POSTGRES_PASSWORD: secret,
});

export type LocalSecrets = z.infer<typeof contents>;

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
  try {
    return contents.parse(JSON.parse(text));
  } catch {
    throw new InstallationError(
      `${file} is damaged, or was made by a pre-release. Restore it from a backup (data encrypted with it can't be decrypted without it), or move or delete its folder.`,
    );
  }
}

function make(file: string): LocalSecrets {
  const random = () => randomBytes(32).toString("base64url");
  const made = contents.keyof().options.map((name) => [name, random()]);
  const secrets = contents.parse(Object.fromEntries(made));
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
