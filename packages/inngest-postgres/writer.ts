/**
 * Writes what calls have made of their runs. What comes in while a write is under way goes out
 * together with the next: many calls share one connection, one statement and one flush to disk.
 */
import { setImmediate, setTimeout } from "node:timers/promises";
import type pg from "pg";
import { type DatabaseHealth, isRefusal } from "./database-health.ts";
import { type RunUpdate, updateRuns } from "./store.ts";

type Entry = {
  update: RunUpdate;
  resolve: (kept: boolean) => void;
  reject: (error: unknown) => void;
};

export type Writer = ReturnType<typeof createWriter>;

const BATCH_SIZE = 100;

/** Makes a writer. While the database is away, writes wait: their leases say whether they still count. */
export function createWriter({ pool, health }: { pool: () => pg.Pool; health: DatabaseHealth }) {
  const queue: Entry[] = [];
  let busy = false;
  let closed = false;

  async function tryBatch(batch: Entry[]): Promise<void> {
    const kept = await updateRuns(
      pool(),
      batch.map(({ update }) => update),
    );
    health.succeeded();
    for (const { update, resolve } of batch) resolve(kept.has(update.id));
  }

  async function writeBatch(batch: Entry[]): Promise<void> {
    while (!closed) {
      try {
        return await tryBatch(batch);
      } catch (error) {
        if (!isRefusal(error)) {
          health.failed(error);
          await setTimeout(health.pauseMs());
        } else if (batch.length === 1) {
          return batch[0]?.reject(error);
        } else {
          // One of them is at fault; the others must not suffer for it.
          for (const entry of batch) await writeBatch([entry]);
          return;
        }
      }
    }
    for (const { resolve } of batch) resolve(false);
  }

  async function drain(): Promise<void> {
    busy = true;
    // Calls that end in the same turn go out together.
    await setImmediate();
    while (queue.length > 0) await writeBatch(queue.splice(0, BATCH_SIZE));
    busy = false;
  }

  return {
    /**
     * Writes one change.
     * @returns false where the lease was lost and the change is dropped
     * @throws where the change itself cannot be stored
     */
    write(update: RunUpdate): Promise<boolean> {
      return new Promise((resolve, reject) => {
        queue.push({ update, resolve, reject });
        if (!busy) void drain();
      });
    },
    /** Gives up what could not be written yet; its leases run out. */
    close(): void {
      closed = true;
    },
  };
}
