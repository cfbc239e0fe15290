/** The database may be away for a while. It is said once, and once more when it is over. */
import type { Logger } from "./logger.ts";

export type DatabaseHealth = ReturnType<typeof createDatabaseHealth>;

const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 1_000;

/** The SQLSTATE classes that say that this statement will never do: its data, a constraint, a limit. */
const ITS_OWN_FAULT = /^(22|23|54)/;

/** True where the same statement can never succeed, whatever state the database is in. */
export function isRefusal(error: unknown): boolean {
  // Values that cannot even be written down as JSON.
  if (error instanceof RangeError || error instanceof TypeError) return true;
  return ITS_OWN_FAULT.test(String((error as { code?: unknown } | null)?.code ?? ""));
}

/** How long to wait before asking again after so many failures in a row. */
export const defaultPauseMs = (failures: number) =>
  Math.min(FIRST_PAUSE_MS * 2 ** Math.min(failures, 10), LONGEST_PAUSE_MS);

/** Keeps the log quiet and the pauses growing while one thing after another fails. */
export function createDatabaseHealth(log: Logger, pauseMs = defaultPauseMs) {
  let failures = 0;
  return {
    failed(error: unknown): void {
      const reason = error instanceof Error ? error.message : String(error);
      if (failures === 0) log.warn({ reason }, "the executor cannot use its database");
      failures += 1;
    },
    succeeded(): void {
      if (failures > 0) log.info({ failures }, "the executor can use its database again");
      failures = 0;
    },
    /** How long to wait before asking again. */
    pauseMs: () => pauseMs(failures),
  };
}
