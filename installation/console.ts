/**
 * Next.js 16.4 and libraries write to the global console. Replaces its methods, so that their output
 * goes to the log and is redacted.
 */
import { format, stripVTControlCharacters } from "node:util";
import { log } from "#lib/log.ts";

const LEVELS = ["error", "warn", "info", "debug"] as const;

function note(level: (typeof LEVELS)[number], words: unknown[]): void {
  // Logged as an error object: as formatted text it would include all of its properties.
  const err = words.find((word) => word instanceof Error);
  const others = words.filter((word) => !(word instanceof Error));
  const message = stripVTControlCharacters(format(...others)).trim();
  log()[level]({ component: "console", ...(err ? { err } : {}) }, message || "error");
}

/** Replaces the console of this process. */
export function logConsole(): void {
  const notes = LEVELS.map(
    (level) => [level, (...words: unknown[]) => note(level, words)] as const,
  );
  Object.assign(console, Object.fromEntries(notes), {
    log: (...words: unknown[]) => note("info", words),
  });
}
