/**
 * Starts functions with cron triggers. Every process does so by the database's clock, and each tick has its
 * own event id, so that a second process finds the run already there.
 */
import { Cron } from "croner";
import type pg from "pg";
import { runOf, tickEvent } from "./events.ts";
import type { Plan } from "./function-config.ts";
import { databaseTime, insertRuns } from "./store.ts";

/** Of the ticks that were missed, only the last is made up for: scheduled work needs to run once. */
export class Ticker {
  private readonly timers: { plan: Plan; schedule: string; cron: Cron; done: number }[];
  private readonly makeUpMs: number;

  /** @param makeUpMs missed ticks are made up for within this time, during which a tick's run is still known */
  constructor(plans: Plan[], makeUpMs: number) {
    this.makeUpMs = makeUpMs;
    this.timers = plans.flatMap((plan) =>
      plan.schedules.map((schedule) => {
        return { plan, schedule, cron: new Cron(schedule, { timezone: "UTC" }), done: 0 };
      }),
    );
  }

  /** Starts what is due. @returns the number of runs, without those that another process has started */
  async tick(pool: pg.Pool): Promise<number> {
    if (this.timers.length === 0) return 0;
    const now = await databaseTime(pool);
    const due = this.timers.flatMap((timer) => {
      // The library looks strictly before the given time.
      const tick = timer.cron.previousRuns(1, new Date(now + 1))[0]?.getTime() ?? 0;
      return tick > Math.max(timer.done, now - this.makeUpMs) ? [{ timer, tick }] : [];
    });
    if (due.length === 0) return 0;
    const runs = due.map(({ timer: { plan, schedule }, tick }) =>
      runOf(plan, tickEvent(schedule, tick)),
    );
    const started = await insertRuns(pool, runs);
    for (const { timer, tick } of due) timer.done = tick;
    return started;
  }
}
