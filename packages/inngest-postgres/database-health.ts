/** Waits out database outages: logs each once, and once more when it is over. */
import { setTimeout } from "node:timers/promises";
import type { Logger } from "./executor.ts";

const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 1_000;

/** SQLSTATE classes of statements that can never succeed: invalid data, a constraint, a limit. */
const ITS_OWN_FAULT = /^(22|23|54)/;

/** The delay before the next try after so many consecutive failures. */
export const defaultPauseMs = (failures: number) =>
  Math.min(FIRST_PAUSE_MS * 2 ** Math.min(failures, 10), LONGEST_PAUSE_MS);

/** True if the same statement can never succeed, whatever the state of the database. */
export function isRefusal(error: unknown): boolean {
  // Values that cannot be serialized as JSON.
  if (error instanceof RangeError || error instanceof TypeError) return true;
  return ITS_OWN_FAULT.test(String((error as { code?: unknown } | null)?.code ?? ""));
}

export class DatabaseHealth {
  private readonly log: Logger;
  private readonly pauseMs: (failures: number) => number;
  private failures = 0;

  constructor(log: Logger, pauseMs: (failures: number) => number) {
    this.log = log;
    this.pauseMs = pauseMs;
  }

  failed = (error: unknown): void => {
    const reason = error instanceof Error ? error.message : String(error);
    if (this.failures === 0) this.log.warn({ reason }, "the executor can't use its database");
    this.failures += 1;
  };

  private succeeded(): void {
    const { failures } = this;
    if (failures > 0) this.log.info({ failures }, "the executor can use its database again");
    this.failures = 0;
  }

  /**
   * Repeats a query until it succeeds, with longer and longer pauses.
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
        this.succeeded();
        return result;
      } catch (error) {
        if (isFinal(error)) throw error;
        this.failed(error);
        await setTimeout(this.pauseMs(this.failures));
      }
    }
    return undefined;
  }
}
