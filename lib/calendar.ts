/** Days, months, and years in a time zone. */
import { Temporal } from "temporal-polyfill";

const dateAt = (at: Date, timeZone: string): Temporal.PlainDate =>
  Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(timeZone).toPlainDate();

const startOf = (date: Temporal.PlainDate, timeZone: string): Date =>
  new Date(date.toZonedDateTime(timeZone).epochMilliseconds);

/** The instant when a month starts. 0 is January, 12 the next January. */
export const startOfMonth = (year: number, month: number, timeZone: string): Date =>
  startOf(new Temporal.PlainDate(year, 1, 1).add({ months: month }), timeZone);

/** The instant when a day (`2026-11-23`) starts, or one of the days after it. */
export const startOfDay = (day: string, timeZone: string, daysLater = 0): Date =>
  startOf(Temporal.PlainDate.from(day).add({ days: daysLater }), timeZone);

/** The day at an instant: `2026-11-23`. */
export const dayAt = (at: Date, timeZone: string): string => dateAt(at, timeZone).toString();

export const yearAt = (at: Date, timeZone: string): number => dateAt(at, timeZone).year;

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
  const first = dateAt(now, timeZone).with({ day: 1 });
  return Array.from({ length: count }, (_, n) => {
    const month = first.subtract({ months: count - 1 - n });
    return { key: month.toPlainYearMonth().toString(), startsAt: startOf(month, timeZone) };
  });
}

export function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat("en-US", { timeZone: name }) !== undefined;
  } catch {
    return false;
  }
}
