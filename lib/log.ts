/** Structured logs, one JSON object per line on standard error. Secrets are never logged. */
import { pino } from "pino";
import { env } from "./env.ts";

const held = globalThis as { pointsLog?: pino.Logger };

/** The logger of this process. */
export function log(): pino.Logger {
  held.pointsLog ??= pino(
    {
      level: env().logLevel,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
    },
    pino.destination({ dest: 2, sync: false }),
  );
  return held.pointsLog;
}
