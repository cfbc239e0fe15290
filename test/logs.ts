/**
 * What a run of `npm test` logs is kept, and the secrets that its tests use are noted beside it: when all
 * have run, the logs are searched for them (scripts/search-logs.ts). A run of single files keeps nothing.
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

/** The file that the loggers within the tests write to, or nothing where none is kept. */
export const testLogFile = () => fileNamed("in-tests.log");

/** Keeps what a process writes. @param name of the program, for whoever reads what was found */
export function keepLog(name: string, stream: Readable | null): void {
  const file = fileNamed(`${name}.log`);
  if (file) stream?.on("data", (chunk) => appendFileSync(file, chunk));
}

/** Keeps the log of a Postgres that is about to be removed. */
export function keepPostgresLog(dataDir: string): void {
  const log = join(dataDir, "postgres", "server.log");
  const file = fileNamed(`postgres-${process.pid}-${Date.now()}.log`);
  if (file && existsSync(log)) copyFileSync(log, file);
}

/** Notes what must stand in no log of this run. */
export function noteSecrets(secrets: Iterable<string | undefined>): void {
  const file = fileNamed(SECRETS_FILE);
  if (file) appendFileSync(file, [...secrets].map((secret) => `${secret ?? ""}\n`).join(""));
}
