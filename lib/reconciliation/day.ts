/** A UTC day of a report. */

const DAY_MS = 86_400_000;

/**
 * In milliseconds. A donation's times are taken shortly before its transaction commits; this long after a
 * day's end no donation can be added to it, since every wait of a transaction has a shorter limit.
 */
const COMMITTED_WITHIN_MS = 5 * 60_000;

/** The day: from `from`, inclusive, to `to`, exclusive. */
export function dayBetween(date: string): { from: Date; to: Date } {
  const from = new Date(`${date}T00:00:00.000Z`);
  return { from, to: new Date(from.getTime() + DAY_MS) };
}

/** Undefined if the text is not a date. */
export function hasBegun(date: string, now: Date): boolean | undefined {
  const { from } = dayBetween(date);
  return Number.isNaN(from.getTime()) ? undefined : from <= now;
}

/** Whether no donation can be added to the day anymore. */
export function isOver(date: string, now: Date): boolean {
  return dayBetween(date).to.getTime() + COMMITTED_WITHIN_MS <= now.getTime();
}
