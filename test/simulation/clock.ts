/**
 * Time as the simulation has it. `Date`, the database's `now()` and the time limits of requests go by
 * it alone, so that days of a retry schedule cost nothing.
 */
import { vi } from "vitest";

type Limit = { due: number; reached: () => Promise<void> | undefined };

export type Clock = ReturnType<typeof createClock>;

/** Where every simulation begins: a Monday, and some way before a change to summer time. */
export const BEGINNING = Date.parse("2027-03-01T12:00:00Z");

/** Makes a clock and sets it going. @param tellDatabase makes its `now()` this moment, in milliseconds */
export function createClock(tellDatabase: (ms: number) => Promise<void>) {
  let now = BEGINNING;
  let limits: Limit[] = [];
  vi.setSystemTime(now);
  return {
    now: () => now,

    /** Something to be done when that time has passed. */
    limit(ms: number, reached: Limit["reached"]): void {
      limits.push({ due: now + ms, reached });
    },

    /** Lets time pass, all of it at once, and what was due in it happen in its order. */
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
