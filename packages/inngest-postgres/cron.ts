/** Cron expressions and their ticks (times in milliseconds). */
import { Cron } from "croner";

export type Schedule = {
  /** As the function writes it. */
  expression: string;
  /** The last tick at or before a time. */
  lastTick(until: number): number | undefined;
  /** The first tick after a time. */
  nextTick(after: number): number | undefined;
};

const WITH_ZONE = /^TZ=(\S+)\s+(.*)$/;
// The library also accepts nicknames and dates, which an Inngest server does not.
const FIELDS = /^\S+(\s+\S+){4,5}$/;

/**
 * Reads an expression of five fields, or six with seconds in front. It is in UTC unless
 * "TZ=Zone " precedes it.
 * @throws Error that says what is wrong with it
 */
export function readSchedule(expression: string): Schedule {
  const [, timezone = "UTC", fields = expression] = WITH_ZONE.exec(expression) ?? [];
  if (!FIELDS.test(fields)) throw new Error("it needs five or six fields");
  const cron = new Cron(fields, { timezone, mode: "5-or-6-parts" });
  // This checks the time zone as well.
  if (!cron.nextRun()) throw new Error("it matches no future time");
  return {
    expression,
    // The library looks strictly before the given time.
    lastTick: (until) => cron.previousRuns(1, new Date(until + 1))[0]?.getTime(),
    nextTick: (after) => cron.nextRun(new Date(after))?.getTime(),
  };
}
