/**
 * Structured logs, one JSON object per line on standard error. Secrets are never logged, nor anything
 * that names a person: ids of ours only. What is logged within a request or a run carries its id.
 */
import { AsyncLocalStorage } from "node:async_hooks";
import { type DestinationStream, pino } from "pino";
import { env } from "./env.ts";
import { redact } from "./redact.ts";
import { perProcess } from "./singleton.ts";

/** What a request or a run is known by, and what it is about: ids, in snake_case. */
export type LogContext = Record<string, string>;

const contexts = perProcess("log contexts", () => new AsyncLocalStorage<LogContext>());

/** Does work all of whose lines carry the context, with what is added to it on the way. */
export function withinLogContext<T>(context: LogContext, work: () => T): T {
  return contexts().run(context, work);
}

/** Adds what has become known of the request or run at hand. Outside of one it does nothing. */
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
      // A copy: pino writes the line's own fields into it.
      mixin: () => ({ ...contexts().getStore() }),
      formatters: { level: (label) => ({ level: label }) },
    },
    destination,
  );
}

/** The logger of this process. It writes to standard error, unless opened otherwise. */
export const log = perProcess("log", () => createLog(pino.destination({ dest: 2, sync: false })));

/** Opens the logger of this process with another destination. */
export const openLog = (destination: DestinationStream): pino.Logger =>
  log.replace(createLog(destination));
