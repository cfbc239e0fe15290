/** Retry schedules: the wait before each attempt, counted from 1. */
import type { Schedule } from "#lib/jobs/attempts.ts";

/** Milliseconds to wait before an attempt. After the schedule's end its last wait repeats. */
export const delayBefore = (scheduleMs: readonly number[], attempt: number): number =>
  scheduleMs[attempt - 1] ?? scheduleMs.at(-1) ?? 0;

/** Adds up to 10%, from the random end of an ID, so that what failed together isn't retried together. */
export const addJitter = (delayMs: number, id: string): number =>
  Math.round(delayMs * (1 + Number.parseInt(id.slice(-2), 16) / 2_550));

/** @param vary adjusts an item's wait, such as with jitter */
export const scheduleOf = (
  scheduleMs: readonly number[],
  vary = (delayMs: number, _id: string) => delayMs,
): Schedule => ({
  waitBefore: (attempt, id) => vary(delayBefore(scheduleMs, attempt), id),
  attempts: scheduleMs.length,
});
