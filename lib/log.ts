/**
 * Structured logs, one JSON object per line on standard error. Secrets are never logged, nor anything
 * that names a person: ids of ours only. What is logged within a request or a run carries its id.
 */
import { AsyncLocalStorage } from "node:async_hooks";
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

/** What a request or a run is known by, and what it is about: ids, in snake_case. */
export type LogContext = Record<string, string>;

// One per process: the front door's bundle and Next's hold this module each.
const held = globalThis as {
  pointsLog?: pino.Logger;
  pointsLogContext?: AsyncLocalStorage<LogContext>;
};

function contexts(): AsyncLocalStorage<LogContext> {
  held.pointsLogContext ??= new AsyncLocalStorage();
  return held.pointsLogContext;
}

/** Does work all of whose lines carry the context, with what is added to it on the way. */
export function withinLogContext<T>(context: LogContext, work: () => T): T {
  return contexts().run(context, work);
}

/** Adds what has become known of the request or run at hand. Outside of one it does nothing. */
export function addToLogContext(fields: LogContext): void {
  const context = contexts().getStore();
  if (context) Object.assign(context, fields);
}

/** The logger of this process. */
export function log(): pino.Logger {
  held.pointsLog ??= pino(
    {
      level: env().logLevel,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      hooks: { streamWrite: withoutTokens },
      // A copy: pino writes the line's own fields into it.
      mixin: () => ({ ...contexts().getStore() }),
      formatters: { level: (label) => ({ level: label }) },
    },
    pino.destination({ dest: 2, sync: false }),
  );
  return held.pointsLog;
}
