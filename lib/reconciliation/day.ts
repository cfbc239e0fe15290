/** The UTC day of a report. */

const DAY_MS = 86_400_000;

/**
 * Timestamps are set shortly before a transaction commits. This long after a day ends, no donation can be
 * added to it, since every transaction times out sooner.
 */
const COMMIT_GRACE_MS = 5 * 60_000;

/** `from` is inclusive, `to` exclusive. */
export function dayRange(date: string): { from: Date; to: Date } {
  const from = new Date(`${date}T00:00:00.000Z`);
  return { from, to: new Date(from.getTime() + DAY_MS) };
}

/** Undefined if the text isn't a date. */
export function hasBegun(date: string, now: Date): boolean | undefined {
  const { from } = dayRange(date);
  return Number.isNaN(from.getTime()) ? undefined : from <= now;
}

/** Whether donations can no longer be added to the day. */
export function isOver(date: string, now: Date): boolean {
  return dayRange(date).to.getTime() + COMMIT_GRACE_MS <= now.getTime();
}
