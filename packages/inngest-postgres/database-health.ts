/** Retries through database outages, logging when each begins and ends. */
import { setTimeout } from "node:timers/promises";
import type { Logger } from "pino";

/** SQLSTATE classes of statements that can never succeed: invalid data, a constraint, a limit. */
const PERMANENT = /^(22|23|54)/;

/** True if the same statement can never succeed, whatever the state of the database. */
export function isPermanent(error: unknown): boolean {
  // A value that can't be serialized as JSON.
  if (error instanceof RangeError || error instanceof TypeError) return true;
  return PERMANENT.test(String((error as { code?: unknown } | null)?.code ?? ""));
}

/** @param retryMs the delay after a failure */
export function createDatabaseHealth(log: Logger, retryMs: number) {
  let failures = 0;

  function failed(error: unknown): void {
    const reason = (error as Error).message;
    if (failures === 0) log.warn({ reason }, "the executor can't use its database");
    failures += 1;
  }

  /**
   * Retries a query until it succeeds.
   * @param isCanceled stops retrying, without a result
   * @param isFatal whether to throw an error instead of retrying
   */
  async function untilAvailable<T>(
    query: () => Promise<T>,
    isCanceled: () => boolean,
    isFatal = (_error: unknown) => false,
  ): Promise<T | undefined> {
    while (!isCanceled()) {
      try {
        const result = await query();
        if (failures > 0) log.info({ failures }, "the executor can use its database again");
        failures = 0;
        return result;
      } catch (error) {
        if (isFatal(error)) throw error;
        failed(error);
        await setTimeout(retryMs);
      }
    }
    return undefined;
  }

  return { failed, untilAvailable };
}
