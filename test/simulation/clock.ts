/**
 * Simulated time. `Date`, the database's `now()`, and request timeouts use only this, so days of a retry schedule
 * cost nothing.
 */
import { vi } from "vitest";

type Timer = { due: number; onDue: () => Promise<void> | undefined };

export type Clock = ReturnType<typeof createClock>;

/** The start of every simulation: a Monday, some time before a change to daylight saving time. */
export const BEGINNING = Date.parse("2027-03-01T12:00:00Z");

/** Creates and installs a clock. @param setDatabaseTime sets the database's `now()`, in milliseconds */
export function createClock(setDatabaseTime: (ms: number) => Promise<void>) {
  let now = BEGINNING;
  let timers: Timer[] = [];
  vi.setSystemTime(now);
  return {
    now: () => now,

    /** Schedules an action. */
    timer(ms: number, onDue: Timer["onDue"]): void {
      timers.push({ due: now + ms, onDue });
    },

    /** Advances the time, and runs scheduled actions in order. */
    async advance(ms: number): Promise<void> {
      now += ms;
      vi.setSystemTime(now);
      await setDatabaseTime(now);
      const due = timers.filter((timer) => timer.due <= now).sort((a, b) => a.due - b.due);
      timers = timers.filter((timer) => timer.due > now);
      for (const { onDue } of due) await onDue();
    },
  };
}
