/** The periods of statements: whole days, weeks, or months in the bank's time zone. */
import { dayAt, startOfDay, startOfMonth } from "../calendar.ts";

export const SCHEDULES = ["daily", "weekly", "monthly"] as const;

export type Schedule = (typeof SCHEDULES)[number];

const DAY_MS = 86_400_000;

/** The instant when the period ends that is running at an instant. Weeks begin on Mondays. */
export function periodEnd(at: Date, schedule: Schedule, timeZone: string): Date {
  const day = dayAt(at, timeZone);
  const local = new Date(day);
  if (schedule === "monthly") {
    return startOfMonth(local.getUTCFullYear(), local.getUTCMonth() + 1, timeZone);
  }
  const days = schedule === "daily" ? 1 : (8 - local.getUTCDay()) % 7 || 7;
  return startOfDay(day, timeZone, days);
}

/** The day on which a statement that ends at an instant is due. */
export const dueOn = (end: Date, termsDays: number, timeZone: string): string =>
  new Date(Date.parse(dayAt(end, timeZone)) + termsDays * DAY_MS).toISOString().slice(0, 10);
