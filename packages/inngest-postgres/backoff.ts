/** The delay before a failed step is retried, unless the step sets one itself. */

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const SCHEDULE_MS = [
  SECOND,
  5 * SECOND,
  15 * SECOND,
  30 * SECOND,
  MINUTE,
  2 * MINUTE,
  5 * MINUTE,
  10 * MINUTE,
  20 * MINUTE,
  40 * MINUTE,
  60 * MINUTE,
];

/** The delay after a failed attempt (counted from 0): up to an hour, plus or minus a quarter. */
export function defaultBackoffMs(attempt: number): number {
  const ms = SCHEDULE_MS[Math.min(attempt, SCHEDULE_MS.length - 1)] ?? 0;
  return ms * (0.75 + Math.random() / 2);
}
