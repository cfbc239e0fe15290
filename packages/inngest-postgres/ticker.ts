/**
 * Starts functions with cron triggers. Every process follows the database's clock, and each tick has its own
 * event ID, so a second process can't add the run again.
 */
import { Cron } from "croner";
import type pg from "pg";
import { runOf, tickEvent } from "./events.ts";
import type { Plan } from "./function-config.ts";
import { databaseTime, insertRuns } from "./store.ts";

/**
 * Catches up on the last missed tick only: scheduled work needs to run once.
 * @param catchUpMs how long ago a missed tick may be: as long as its run would still be stored
 * @returns a function that starts what is due, and returns how many runs no other process had added
 */
export function createTick(plans: Plan[], catchUpMs: number) {
  const timers = plans.flatMap((plan) =>
    plan.schedules.map((schedule) => {
      return { plan, schedule, cron: new Cron(schedule, { timezone: "UTC" }), done: 0 };
    }),
  );
  return async (pool: pg.Pool): Promise<number> => {
    if (timers.length === 0) return 0;
    const now = await databaseTime(pool);
    const due = timers.flatMap((timer) => {
      // `previousRuns` excludes the given time.
      const tick = timer.cron.previousRuns(1, new Date(now + 1))[0]?.getTime() ?? 0;
      return tick > Math.max(timer.done, now - catchUpMs) ? [{ ...timer, timer, tick }] : [];
    });
    if (due.length === 0) return 0;
    const runs = due.map(({ plan, schedule, tick }) => runOf(plan, tickEvent(schedule, tick)));
    const added = await insertRuns(pool, runs);
    for (const { timer, tick } of due) timer.done = tick;
    return added;
  };
}
