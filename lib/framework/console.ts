/**
 * Next.js 16.4 and libraries write to the global console, by whatever its methods are at that moment. So it is
 * replaced, and what they say goes into the log, past what scrubs it.
 */
import { format, stripVTControlCharacters } from "node:util";
import { log } from "../log.ts";

const LEVELS = ["error", "warn", "info", "debug"] as const;

function note(level: (typeof LEVELS)[number], words: unknown[]): void {
  // An error is logged as one: printed among words it would show all that it carries.
  const err = words.find((word) => word instanceof Error);
  const others = words.filter((word) => !(word instanceof Error));
  const message = stripVTControlCharacters(format(...others)).trim();
  log()[level]({ component: "console", ...(err ? { err } : {}) }, message || "error");
}

/** From now on, for the whole process. */
export function logConsole(): void {
  const notes = LEVELS.map(
    (level) => [level, (...words: unknown[]) => note(level, words)] as const,
  );
  Object.assign(console, Object.fromEntries(notes), {
    log: (...words: unknown[]) => note("info", words),
  });
}
