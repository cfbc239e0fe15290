/** Waits out database outages: logs each once, and once more when it is over. */
import { setTimeout } from "node:timers/promises";
import type { Logger } from "pino";

/** SQLSTATE classes of statements that can never succeed: invalid data, a constraint, a limit. */
const ITS_OWN_FAULT = /^(22|23|54)/;

/** True if the same statement can never succeed, whatever the state of the database. */
export function isRefusal(error: unknown): boolean {
  // Values that cannot be serialized as JSON.
  if (error instanceof RangeError || error instanceof TypeError) return true;
  return ITS_OWN_FAULT.test(String((error as { code?: unknown } | null)?.code ?? ""));
}

/** @param pauseMs the pause after a failure */
export function createDatabaseHealth(log: Logger, pauseMs: number) {
  let failures = 0;

  function failed(error: unknown): void {
    const reason = (error as Error).message;
    if (failures === 0) log.warn({ reason }, "the executor can't use its database");
    failures += 1;
  }

  /**
   * Repeats a query until it succeeds.
   * @param isOver ends this without a result
   * @param isFinal an error that is thrown at once
   */
  async function untilAvailable<T>(
    query: () => Promise<T>,
    isOver: () => boolean,
    isFinal = (_error: unknown) => false,
  ): Promise<T | undefined> {
    while (!isOver()) {
      try {
        const result = await query();
        if (failures > 0) log.info({ failures }, "the executor can use its database again");
        failures = 0;
        return result;
      } catch (error) {
        if (isFinal(error)) throw error;
        failed(error);
        await setTimeout(pauseMs);
      }
    }
    return undefined;
  }

  return { failed, untilAvailable };
}
