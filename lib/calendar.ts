/** Days, months, and years in a time zone. */
import { memoized } from "./memoized.ts";

const FIELDS = {
  hourCycle: "h23",
  year: "numeric",
  month: "numeric",
  day: "numeric",
  hour: "numeric",
  minute: "numeric",
  second: "numeric",
} as const;

/** Making one takes longer than using it a hundred times. */
const formatIn = memoized(
  (timeZone: string) => new Intl.DateTimeFormat("en-US", { ...FIELDS, timeZone }),
);

/** The local time in a zone at an instant, as if it were UTC, in whole seconds. */
function wallClock(at: Date | number, timeZone: string): number {
  const parts = formatIn(timeZone).formatToParts(at);
  const of = (field: string) => Number(parts.find(({ type }) => type === field)?.value);
  return Date.UTC(of("year"), of("month") - 1, of("day"), of("hour"), of("minute"), of("second"));
}

/** The instant of a local midnight, given as if it were UTC. */
function instantOf(midnight: number, timeZone: string): Date {
  // Twice, since the clocks may change between the first estimate and the instant.
  let at = midnight;
  for (let guess = 0; guess < 2; guess++) at = midnight - (wallClock(at, timeZone) - at);
  return new Date(at);
}

/** The instant when a month starts. 0 is January, 12 the next January. */
export const startOfMonth = (year: number, month: number, timeZone: string): Date =>
  instantOf(Date.UTC(year, month, 1), timeZone);

/** The instant when a day (`2026-11-23`) starts, or one of the days after it. */
export const startOfDay = (day: string, timeZone: string, daysLater = 0): Date =>
  instantOf(Date.parse(day) + daysLater * 86_400_000, timeZone);

/** The day at an instant: `2026-11-23`. */
export const dayAt = (at: Date, timeZone: string): string =>
  new Date(wallClock(at, timeZone)).toISOString().slice(0, 10);

export const yearAt = (at: Date, timeZone: string): number =>
  new Date(wallClock(at, timeZone)).getUTCFullYear();

/** A year: from `from`, inclusive, to `to`, exclusive. */
export function yearRange(year: number, timeZone: string): { from: Date; to: Date } {
  return { from: startOfMonth(year, 0, timeZone), to: startOfMonth(year + 1, 0, timeZone) };
}

export type Month = {
  /** `2026-11` */
  key: string;
  startsAt: Date;
};

/** The last months including the current one, earliest first. */
export function monthsUpTo(now: Date, count: number, timeZone: string): Month[] {
  const local = new Date(wallClock(now, timeZone));
  return Array.from({ length: count }, (_, n) => {
    const [year, month] = [local.getUTCFullYear(), local.getUTCMonth() - count + 1 + n];
    const key = new Date(Date.UTC(year, month, 1)).toISOString().slice(0, 7);
    return { key, startsAt: startOfMonth(year, month, timeZone) };
  });
}

export function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat("en-US", { timeZone: name }) !== undefined;
  } catch {
    return false;
  }
}
