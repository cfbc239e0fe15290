/** Days, months, and years in a time zone. */

const FIELDS = {
  hourCycle: "h23",
  year: "numeric",
  month: "numeric",
  day: "numeric",
  hour: "numeric",
  minute: "numeric",
  second: "numeric",
} as const;

/** By time zone: making one takes longer than using it a hundred times. */
const formats = new Map<string, Intl.DateTimeFormat>();

function formatIn(timeZone: string): Intl.DateTimeFormat {
  const format = formats.get(timeZone) ?? new Intl.DateTimeFormat("en-US", { ...FIELDS, timeZone });
  formats.set(timeZone, format);
  return format;
}

/** The local time in a zone at an instant, as if it were UTC. */
function wallClock(at: number, timeZone: string): number {
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

export function yearAt(at: Date, timeZone: string): number {
  return new Date(wallClock(Math.floor(at.getTime() / 1_000) * 1_000, timeZone)).getUTCFullYear();
}

/** The day at an instant: `2026-11-23`. */
export function dayAt(at: Date, timeZone: string): string {
  const local = wallClock(Math.floor(at.getTime() / 1_000) * 1_000, timeZone);
  return new Date(local).toISOString().slice(0, 10);
}

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
  const local = new Date(wallClock(Math.floor(now.getTime() / 1_000) * 1_000, timeZone));
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
