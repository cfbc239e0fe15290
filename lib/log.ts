/**
 * Structured logs, one JSON object per line on standard error. They contain no secrets and no personal
 * data, only our own ids. Lines of a request or a run carry its id.
 */
import { AsyncLocalStorage } from "node:async_hooks";
import { type DestinationStream, pino } from "pino";
import { env } from "./env.ts";
import { redact } from "./redact.ts";
import { perProcess } from "./singleton.ts";

/** The context of a request or a run: ids, in snake_case. */
export type LogContext = Record<string, string>;

const contexts = perProcess("log contexts", () => new AsyncLocalStorage<LogContext>());

/** Runs work whose log lines all carry the context, including fields added while it runs. */
export function withinLogContext<T>(context: LogContext, work: () => T): T {
  return contexts().run(context, work);
}

/** The current context; empty outside of one. */
export const logContext = (): LogContext => contexts().getStore() ?? {};

/** Adds fields to the current context. Does nothing outside of one. */
export function addToLogContext(fields: LogContext): void {
  const context = contexts().getStore();
  if (context) Object.assign(context, fields);
}

function createLog(destination: DestinationStream): pino.Logger {
  return pino(
    {
      level: env().logLevel,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      hooks: { streamWrite: redact },
      // A copy: pino adds the line's own fields to it.
      mixin: () => ({ ...contexts().getStore() }),
      formatters: { level: (label) => ({ level: label }) },
    },
    destination,
  );
}

/** Several lines are written at once: each write takes as long as composing a line. */
const BUFFER = { minLength: 4_096, periodicFlush: 250 };

/** The logger of this process, on standard error unless `openLog` replaced it. */
export const log = perProcess("log", () =>
  createLog(pino.destination({ dest: 2, sync: false, ...BUFFER })),
);

/** Replaces this process's logger with one for another destination. */
export const openLog = (destination: DestinationStream): pino.Logger =>
  log.replace(createLog(destination));
