/**
 * Starts functions with cron triggers. Every process does so by the database's clock, and each tick has its
 * own event id, so that a second process finds the run already there.
 */
import { Cron } from "croner";
import type pg from "pg";
import { runOf, tickEvent } from "./events.ts";
import type { Plan } from "./function-config.ts";
import { databaseTime, insertRuns } from "./store.ts";

/**
 * Of the ticks that were missed, only the last is made up for: scheduled work needs to run once.
 * @param makeUpMs missed ticks are made up for within this time, during which a tick's run is still known
 * @returns starts what is due, and tells how many runs it has added that no other process had
 */
export function createTick(plans: Plan[], makeUpMs: number) {
  const timers = plans.flatMap((plan) =>
    plan.schedules.map((schedule) => {
      return { plan, schedule, cron: new Cron(schedule, { timezone: "UTC" }), done: 0 };
    }),
  );
  return async (pool: pg.Pool): Promise<number> => {
    if (timers.length === 0) return 0;
    const now = await databaseTime(pool);
    const due = timers.flatMap((timer) => {
      // The library looks strictly before the given time.
      const tick = timer.cron.previousRuns(1, new Date(now + 1))[0]?.getTime() ?? 0;
      return tick > Math.max(timer.done, now - makeUpMs) ? [{ ...timer, timer, tick }] : [];
    });
    if (due.length === 0) return 0;
    const events = due.map(({ plan, schedule, tick }) => runOf(plan, tickEvent(schedule, tick)));
    const added = await insertRuns(pool, events);
    for (const { timer, tick } of due) timer.done = tick;
    return added;
  };
}
