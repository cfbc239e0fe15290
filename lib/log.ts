/** Structured logs, one JSON object per line on standard error. Secrets are never logged. */
import { pino } from "pino";
import { env } from "./env.ts";

/**
 * A line without what opens something: the tokens that we sign or seal, and whatever an address calls so. None
 * is logged on purpose; an error's own message may quote one.
 */
export function withoutTokens(line: string): string {
  return (
    line
      // Signed ones have three parts. Sealed ones have five, of which the second is empty.
      .replace(/\beyJ[\w-]{8,}(\.[\w-]*){2,4}/g, "[token]")
      .replace(/([?&]token=)[^&#\s"\\]+/g, "$1[token]")
  );
}

const held = globalThis as { pointsLog?: pino.Logger };

/** The logger of this process. */
export function log(): pino.Logger {
  held.pointsLog ??= pino(
    {
      level: env().logLevel,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      hooks: { streamWrite: withoutTokens },
      formatters: { level: (label) => ({ level: label }) },
    },
    pino.destination({ dest: 2, sync: false }),
  );
  return held.pointsLog;
}
