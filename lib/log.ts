/** Structured logs, one JSON object per line on standard error. Secrets are never logged. */
import { type DestinationStream, pino } from "pino";
import { env } from "./env.ts";
import { withoutSecrets } from "./scrub.ts";

const held = globalThis as { pointsLog?: pino.Logger };

/** Opens the logger of this process; standard error is where it writes, unless told otherwise. */
export function openLog(
  destination: DestinationStream = pino.destination({ dest: 2, sync: false }),
): pino.Logger {
  held.pointsLog = pino(
    {
      level: env().logLevel,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      hooks: { streamWrite: withoutSecrets },
      formatters: { level: (label) => ({ level: label }) },
    },
    destination,
  );
  return held.pointsLog;
}

/** The logger of this process. */
export function log(): pino.Logger {
  return held.pointsLog ?? openLog();
}
