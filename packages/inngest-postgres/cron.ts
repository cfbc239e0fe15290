/** Cron expressions, and the moments (ticks, in milliseconds) that they name. */
import { Cron } from "croner";

export type Schedule = {
  /** As the function has it. */
  expression: string;
  /** The last tick up to a moment, which may be one itself. */
  lastTick(until: number): number | undefined;
  /** The first tick after a moment. */
  nextTick(after: number): number | undefined;
};

const WITH_ZONE = /^TZ=(\S+)\s+(.*)$/;
// The library would take nicknames and dates too, which an Inngest server does not know.
const FIELDS = /^\S+(\s+\S+){4,5}$/;

/**
 * Reads an expression of five fields, or six with seconds in front. Its times are UTC unless
 * "TZ=Zone " stands before it.
 * @throws Error that says what is wrong with it
 */
export function readSchedule(expression: string): Schedule {
  const [, timezone = "UTC", fields = expression] = WITH_ZONE.exec(expression) ?? [];
  if (!FIELDS.test(fields)) throw new Error("it needs five or six fields");
  const cron = new Cron(fields, { timezone, mode: "5-or-6-parts" });
  // Looks the zone up as well.
  if (!cron.nextRun()) throw new Error("it names no time to come");
  return {
    expression,
    // The library looks strictly before the moment that it is given.
    lastTick: (until) => cron.previousRuns(1, new Date(until + 1))[0]?.getTime(),
    nextTick: (after) => cron.nextRun(new Date(after))?.getTime(),
  };
}
