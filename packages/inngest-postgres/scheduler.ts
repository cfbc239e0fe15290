/** The steps of an executor, one at a time. Its loops call them; a simulation calls them itself. */
import type pg from "pg";
import type { Plan } from "./function-config.ts";
import { type ClaimedRun, claimRuns, extendLeases } from "./store.ts";
import type { Held, Worker } from "./worker.ts";

type Settings = {
  pool: () => pg.Pool;
  plans: Map<string, Plan>;
  worker: Worker;
  slots: number;
  leaseMs: number;
  /** A monotonic clock in milliseconds. */
  elapsedMs: () => number;
  /** Starts functions whose cron tick has come. @returns milliseconds until the next tick */
  tick: () => Promise<number>;
  /** Called when there is room for another run. */
  onRoom: () => void;
};

export type Scheduler = ReturnType<typeof createScheduler>;

/** Makes the scheduler of an executor that holds no runs yet. */
export function createScheduler(settings: Settings) {
  const { pool, plans, worker, slots, leaseMs, elapsedMs } = settings;
  const active = new Map<string, Held>();
  let renewedAt = elapsedMs();

  const leases = () => [...active.values()].filter(({ gone }) => !gone).map(({ run }) => run);

  async function renewLeases(): Promise<void> {
    if (active.size > 0) await extendLeases(pool(), leases(), leaseMs);
    renewedAt = elapsedMs();
  }

  return {
    active,
    leases,
    freeSlots: () => slots - active.size,
    tick: settings.tick,
    renewLeases,

    /** Claims due runs. */
    async claim(count: number): Promise<ClaimedRun[]> {
      // After an outage or a long pause: otherwise we might take our own runs for lost.
      if (elapsedMs() - renewedAt > leaseMs / 2) await renewLeases();
      return claimRuns(pool(), [...plans.values()], count, leaseMs);
    },

    /** Works on a claimed run for as long as it is ours. */
    async work(run: ClaimedRun): Promise<void> {
      const held = worker.hold(run);
      if (!held) return;
      active.set(held.token, held);
      await worker.work(held);
      const wasFull = active.size >= slots;
      active.delete(held.token);
      // There is room for another run: anywhere if all slots were taken, and in its queue if that has a limit.
      if (wasFull || held.plan.concurrency.length > 0) settings.onRoom();
    },
  };
}
