/** Claims runs while there are free slots and hands them out. */
import { setImmediate, setTimeout } from "node:timers/promises";
import type { DatabaseHealth } from "./database-health.ts";
import type { ClaimedRun } from "./store.ts";
import type { Waker } from "./waker.ts";

// Events and sleeps of this process wake the loop; it polls for those of other processes.
const MIN_POLL_MS = 250;
const MAX_POLL_MS = 1_000;
// A claim looks at every queue that has work, whether it takes one run or a hundred: so slots that become
// free one after another are filled together.
const BETWEEN_CLAIMS_MS = 10;

type Settings = {
  waker: Waker;
  health: DatabaseHealth;
  freeSlots: () => number;
  claim: (count: number) => Promise<ClaimedRun[]>;
  /** Never throws. */
  work: (run: ClaimedRun) => Promise<void>;
  stopping: () => boolean;
};

/** Runs until the executor stops. Never throws: the database may be unavailable for a while. */
export async function claimLoop(settings: Settings): Promise<void> {
  const { waker, health, freeSlots, stopping } = settings;

  async function claim(count: number): Promise<ClaimedRun[] | undefined> {
    try {
      const runs = await settings.claim(count);
      health.succeeded();
      return runs;
    } catch (error) {
      health.failed(error);
      await setTimeout(health.pauseMs());
      return undefined;
    }
  }

  let pollMs = MIN_POLL_MS;
  while (!stopping()) {
    const count = freeSlots();
    const runs = count > 0 ? await claim(count) : [];
    if (!runs) continue;
    for (const run of runs) void settings.work(run);
    if (runs.length > 0) await setTimeout(BETWEEN_CLAIMS_MS);
    if (count > 0 && runs.length === count) continue;
    pollMs = runs.length > 0 ? MIN_POLL_MS : Math.min(pollMs * 2, MAX_POLL_MS);
    await waker.sleep(pollMs);
    // One claim takes what was added in the same turn of the event loop.
    await setImmediate();
  }
}
