/**
 * Next.js 16.4 and libraries write to the global console. Replaces its methods, so that their output
 * goes to the log and is redacted.
 */
import { format, stripVTControlCharacters } from "node:util";
import { log } from "#lib/log.ts";

const LEVELS = ["error", "warn", "info", "debug"] as const;

function writeLog(level: (typeof LEVELS)[number], args: unknown[]): void {
  // Logged as an error object: as formatted text it would include all of its properties.
  const err = args.find((arg) => arg instanceof Error);
  const others = args.filter((arg) => !(arg instanceof Error));
  const message = stripVTControlCharacters(format(...others)).trim();
  log()[level]({ component: "console", ...(err ? { err } : {}) }, message || "error");
}

export function logConsole(): void {
  const methods = LEVELS.map(
    (level) => [level, (...args: unknown[]) => writeLog(level, args)] as const,
  );
  Object.assign(console, Object.fromEntries(methods), {
    log: (...args: unknown[]) => writeLog("info", args),
  });
}
