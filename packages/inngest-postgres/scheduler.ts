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
  /** Milliseconds that only rise. */
  elapsedMs: () => number;
  /** Starts what has come round by the clock. @returns milliseconds until something does again */
  tick: () => Promise<number>;
  /** Told when there is room for another run. */
  roomAgain: () => void;
};

export type Scheduler = ReturnType<typeof createScheduler>;

/** Makes the scheduler of an executor that holds no runs yet. */
export function createScheduler(settings: Settings) {
  const { pool, plans, worker, slots, leaseMs, elapsedMs } = settings;
  const inHand = new Map<string, Held>();
  let renewedAt = elapsedMs();

  const leases = () => [...inHand.values()].filter(({ gone }) => !gone).map(({ run }) => run);

  async function renewLeases(): Promise<void> {
    if (inHand.size > 0) await extendLeases(pool(), leases(), leaseMs);
    renewedAt = elapsedMs();
  }

  return {
    inHand,
    leases,
    freeSlots: () => slots - inHand.size,
    tick: settings.tick,
    renewLeases,

    /** Claims due runs, each to be worked on. */
    async claim(count: number): Promise<ClaimedRun[]> {
      // After an outage or a long pause: otherwise we might take our own runs for lost.
      if (elapsedMs() - renewedAt > leaseMs / 2) await renewLeases();
      return claimRuns(pool(), [...plans.values()], count, leaseMs);
    },

    /** Works on a claimed run for as long as it is ours. */
    async work(run: ClaimedRun): Promise<void> {
      const held = worker.hold(run);
      if (!held) return;
      inHand.set(held.token, held);
      await worker.work(held);
      const wasFull = inHand.size >= slots;
      inHand.delete(held.token);
      // Room for another: in general where all slots were taken, in its queue where that has a limit.
      if (wasFull || held.plan.concurrency.length > 0) settings.roomAgain();
    },
  };
}
