/** Writes the outcomes of calls. Those that arrive during a write are batched into the next one. */
import { setImmediate, setTimeout } from "node:timers/promises";
import type pg from "pg";
import { createBatcher } from "./batch.ts";
import { type DatabaseHealth, isRefusal } from "./database-health.ts";
import { type RunUpdate, updateRuns } from "./store.ts";

export type Writer = ReturnType<typeof createWriter>;

const BATCH_SIZE = 100;

/**
 * Makes a writer. While the database is unavailable, writes wait: their leases decide whether they still
 * count.
 */
export function createWriter({ pool, health }: { pool: () => pg.Pool; health: DatabaseHealth }) {
  let closed = false;

  async function writeBatch(updates: RunUpdate[]): Promise<boolean[]> {
    if (closed) return updates.map(() => false);
    const kept = await updateRuns(pool(), updates);
    health.succeeded();
    return updates.map(({ id }) => kept.has(id));
  }

  const write = createBatcher({
    run: writeBatch,
    maxSize: BATCH_SIZE,
    concurrency: 1,
    // Calls that end in the same turn of the event loop are written together.
    gather: setImmediate,
    async onFailure(error) {
      if (isRefusal(error)) return "split";
      health.failed(error);
      await setTimeout(health.pauseMs());
      return "retry";
    },
  });

  return {
    /**
     * Writes one change.
     * @returns false if the lease was lost and the change is dropped
     * @throws if the change itself cannot be stored
     */
    write,
    /** Drops unfinished writes; their leases expire. */
    close(): void {
      closed = true;
    },
  };
}
