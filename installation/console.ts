/**
 * Next.js 16.4 and libraries write to the global console. Replaces its methods, so that their output
 * goes to the log and is redacted.
 */
import { format, stripVTControlCharacters } from "node:util";
import { log } from "#lib/log.ts";

/** The level of what each method writes. */
const LEVELS = { error: "error", warn: "warn", info: "info", log: "info", debug: "debug" } as const;

function writeLog(level: (typeof LEVELS)[keyof typeof LEVELS], args: unknown[]): void {
  // Logged as an error object: as formatted text it would include all of its properties.
  const err = args.find((arg) => arg instanceof Error);
  const others = args.filter((arg) => !(arg instanceof Error));
  const message = stripVTControlCharacters(format(...others)).trim();
  log()[level]({ component: "console", ...(err ? { err } : {}) }, message || "error");
}

export function logConsole(): void {
  for (const [method, level] of Object.entries(LEVELS)) {
    Object.assign(console, { [method]: (...args: unknown[]) => writeLog(level, args) });
  }
}
