/**
 * Simulated time. `Date`, the database's `now()` and request timeouts use it exclusively, so that days of a
 * retry schedule cost nothing.
 */
import { vi } from "vitest";

type Limit = { due: number; reached: () => Promise<void> | undefined };

export type Clock = ReturnType<typeof createClock>;

/** The start of every simulation: a Monday, some time before a change to daylight saving time. */
export const BEGINNING = Date.parse("2027-03-01T12:00:00Z");

/** Creates and installs a clock. @param tellDatabase sets the database's `now()`, in milliseconds */
export function createClock(tellDatabase: (ms: number) => Promise<void>) {
  let now = BEGINNING;
  let limits: Limit[] = [];
  vi.setSystemTime(now);
  return {
    now: () => now,

    /** Schedules an action. */
    limit(ms: number, reached: Limit["reached"]): void {
      limits.push({ due: now + ms, reached });
    },

    /** Advances the time, and runs scheduled actions in order. */
    async advance(ms: number): Promise<void> {
      now += ms;
      vi.setSystemTime(now);
      await tellDatabase(now);
      const due = limits.filter((limit) => limit.due <= now).sort((a, b) => a.due - b.due);
      limits = limits.filter((limit) => limit.due > now);
      for (const { reached } of due) await reached();
    },
  };
}
