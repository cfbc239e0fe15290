/** A day in UTC, as reports reckon it. */

const DAY_MS = 86_400_000;

/**
 * A donation's times are taken shortly before its transaction is committed. So long after a day's end
 * none of that day can appear any more, in milliseconds: all that a transaction waits for ends sooner.
 */
const COMMITTED_WITHIN_MS = 5 * 60_000;

/** The day: from its first instant on, and before `to`. */
export function dayBetween(date: string): { from: Date; to: Date } {
  const from = new Date(`${date}T00:00:00.000Z`);
  return { from, to: new Date(from.getTime() + DAY_MS) };
}

/** Nothing where the text is no day. */
export function hasBegun(date: string, now: Date): boolean | undefined {
  const { from } = dayBetween(date);
  return Number.isNaN(from.getTime()) ? undefined : from <= now;
}

/** Whether nothing can be added to the day any more. */
export function isOver(date: string, now: Date): boolean {
  return dayBetween(date).to.getTime() + COMMITTED_WITHIN_MS <= now.getTime();
}
