/** Keeps track of database outages: logs each once, and once more when it is over. */
import type { Logger } from "./logger.ts";

export type DatabaseHealth = ReturnType<typeof createDatabaseHealth>;

const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 1_000;

/** SQLSTATE classes of statements that can never succeed: invalid data, a constraint, a limit. */
const ITS_OWN_FAULT = /^(22|23|54)/;

/** True if the same statement can never succeed, whatever the state of the database. */
export function isRefusal(error: unknown): boolean {
  // Values that cannot be serialized as JSON.
  if (error instanceof RangeError || error instanceof TypeError) return true;
  return ITS_OWN_FAULT.test(String((error as { code?: unknown } | null)?.code ?? ""));
}

/** The delay before the next try after so many consecutive failures. */
export const defaultPauseMs = (failures: number) =>
  Math.min(FIRST_PAUSE_MS * 2 ** Math.min(failures, 10), LONGEST_PAUSE_MS);

/** Delays grow while one statement after another fails. */
export function createDatabaseHealth(log: Logger, pauseMs = defaultPauseMs) {
  let failures = 0;
  return {
    failed(error: unknown): void {
      const reason = error instanceof Error ? error.message : String(error);
      if (failures === 0) log.warn({ reason }, "the executor can't use its database");
      failures += 1;
    },
    succeeded(): void {
      if (failures > 0) log.info({ failures }, "the executor can use its database again");
      failures = 0;
    },
    /** The delay before the next try. */
    pauseMs: () => pauseMs(failures),
  };
}
