/**
 * Stores the logs of an `npm test` run, and the secrets that its tests use. After the tests,
 * scripts/search-logs.ts searches the logs for the secrets. A run of single files stores nothing.
 */
import { appendFileSync, copyFileSync, existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { LOGS_FOLDER, SECRETS_FILE } from "../scripts/search-logs.ts";

function fileNamed(name: string): string | undefined {
  const folder = process.env[LOGS_FOLDER];
  if (!folder) return undefined;
  mkdirSync(folder, { recursive: true });
  return join(folder, name);
}

/** The file that loggers inside the tests write to; undefined if logs aren't stored. */
export const testLogFile = () => fileNamed("in-tests.log");

/** Stores the output of a process. @param name the program's name, shown with findings */
export function keepLog(name: string, stream: Readable | null): void {
  const file = fileNamed(`${name}.log`);
  if (file) stream?.on("data", (chunk) => appendFileSync(file, chunk));
}

/** Stores the log of a Postgres whose files are about to be deleted. */
export function keepPostgresLog(dataDir: string): void {
  const log = join(dataDir, "postgres", "server.log");
  const file = fileNamed(`postgres-${process.pid}-${Date.now()}.log`);
  if (file && existsSync(log)) copyFileSync(log, file);
}

/** Registers secrets that must not appear in any log of this run. */
export function recordSecrets(secrets: Iterable<string | undefined>): void {
  const file = fileNamed(SECRETS_FILE);
  if (file) appendFileSync(file, [...secrets].map((secret) => `${secret ?? ""}\n`).join(""));
}
