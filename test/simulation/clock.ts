/**
 * Simulated time. `Date`, the database's `now()`, and request timeouts use only this, so days of a retry schedule
 * cost nothing.
 */
import { vi } from "vitest";

type Timer = { due: number; onDue: () => Promise<void> | undefined };

const DAY_MS = 86_400_000;

export type Clock = ReturnType<typeof createClock>;

/** The start of every simulation: a Monday, some time before a change to daylight saving time. */
export const BEGINNING = Date.parse("2027-03-01T12:00:00Z");

/** Creates and installs a clock. @param setDatabaseTime sets the database's `now()`, in milliseconds */
export function createClock(setDatabaseTime: (ms: number) => Promise<void>) {
  let now = BEGINNING;
  let timers: Timer[] = [];
  let onMidnight: (() => Promise<void>) | undefined;
  /** By how much the database's clock is behind. */
  let behind = 0;
  vi.setSystemTime(now);
  return {
    now: () => now,

    /** Schedules an action. */
    timer(ms: number, onDue: Timer["onDue"]): void {
      timers.push({ due: now + ms, onDue });
    },

    /** The database fails over to a server whose clock is behind. */
    async stepDatabaseBack(ms: number): Promise<void> {
      behind = ms;
      await setDatabaseTime(now - behind);
    },

    /** Calls a function whenever a day (UTC) has begun. */
    atMidnight(check: () => Promise<void>): void {
      onMidnight = check;
    },

    /** Advances the time, and runs scheduled actions in order. */
    async advance(ms: number): Promise<void> {
      const isNewDay = Math.floor(now / DAY_MS) !== Math.floor((now + ms) / DAY_MS);
      now += ms;
      vi.setSystemTime(now);
      // Its clock is set right slowly, as NTP does: it stands still, then runs.
      behind = Math.max(0, behind - ms / 2);
      await setDatabaseTime(now - behind);
      const due = timers.filter((timer) => timer.due <= now).sort((a, b) => a.due - b.due);
      timers = timers.filter((timer) => timer.due > now);
      for (const { onDue } of due) await onDue();
      if (isNewDay) await onMidnight?.();
    },
  };
}
