/** Retry schedules: the wait before each attempt, counted from 1. */
import { createHash } from "node:crypto";

/** Milliseconds to wait before an attempt. Past the schedule's end the last wait repeats, or it is 0. */
export function delayBefore(
  scheduleMs: readonly number[],
  attempt: number,
  pastTheEnd: "last repeats" | "ends",
): number {
  return scheduleMs[attempt - 1] ?? (pastTheEnd === "last repeats" ? (scheduleMs.at(-1) ?? 0) : 0);
}

/**
 * Adds up to 10%, so that what failed together is not retried together. The same for every replay
 * of a run: a sleep must not change its length when its function is called again.
 */
export function withJitter(delayMs: number, key: string, attempt: number): number {
  const byte = createHash("sha256").update(`${key}:${attempt}`).digest()[0] ?? 0;
  return Math.round(delayMs * (1 + byte / 2550));
}
