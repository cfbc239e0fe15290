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

export class DatabaseHealth {
  private readonly log: Logger;
  private readonly pauseMs: number;
  private failures = 0;

  constructor(log: Logger, pauseMs: number) {
    this.log = log;
    this.pauseMs = pauseMs;
  }

  failed = (error: unknown): void => {
    const reason = (error as Error).message;
    if (this.failures === 0) this.log.warn({ reason }, "the executor can't use its database");
    this.failures += 1;
  };

  /**
   * Repeats a query until it succeeds, with pauses.
   * @param isOver ends this without a result
   * @param isFinal an error that is thrown at once
   */
  async untilAvailable<T>(
    query: () => Promise<T>,
    isOver: () => boolean,
    isFinal = (_error: unknown) => false,
  ): Promise<T | undefined> {
    while (!isOver()) {
      try {
        const result = await query();
        const { failures } = this;
        if (failures > 0) this.log.info({ failures }, "the executor can use its database again");
        this.failures = 0;
        return result;
      } catch (error) {
        if (isFinal(error)) throw error;
        this.failed(error);
        await setTimeout(this.pauseMs);
      }
    }
    return undefined;
  }
}
