/**
 * Starts functions when their cron triggers come round. Every process does so by the database's clock,
 * each tick under an event id of its own: whoever comes second finds the run there already.
 */
import { setTimeout } from "node:timers/promises";
import type pg from "pg";
import type { Bell } from "./bell.ts";
import { runOf, tickEvent } from "./intake.ts";
import type { Outage } from "./outage.ts";
import { databaseTime, insertRuns } from "./store.ts";
import type { Plan } from "./supported.ts";

// A clock that was set, or a machine that was suspended, is noticed within this.
const LONGEST_SLEEP_MS = 60_000;

type Settings = {
  pool: () => pg.Pool;
  plans: Plan[];
  /** Rung to end a sleep. */
  bell: Bell;
  outage: Outage;
  /** A missed tick is made up for within this, which is for how long a run of it would be known. */
  makeUpMs: number;
  /** Told when runs were added. */
  started: () => void;
  stopping: () => boolean;
};

/**
 * Runs until the executor stops, and never throws. Of all the ticks that were missed, while no process
 * ran or the database was away, the last is made up for: work by the clock wants doing once.
 */
export async function tickLoop(settings: Settings): Promise<void> {
  const { pool, plans, bell, outage, makeUpMs, started, stopping } = settings;
  const timers = plans.flatMap((plan) =>
    plan.schedules.map((schedule) => ({ plan, schedule, done: 0 })),
  );

  async function startDue(now: number): Promise<void> {
    const due = timers.flatMap((timer) => {
      const tick = timer.schedule.lastTick(now) ?? 0;
      return tick > Math.max(timer.done, now - makeUpMs) ? [{ timer, tick }] : [];
    });
    if (due.length === 0) return;
    const runs = due.map(({ timer: { plan, schedule }, tick }) =>
      runOf(plan, tickEvent(schedule.expression, tick)),
    );
    if ((await insertRuns(pool(), runs)) > 0) started();
    for (const { timer, tick } of due) timer.done = tick;
  }

  /** Starts what is due and sleeps until something is again. */
  async function tick(): Promise<void> {
    const now = await databaseTime(pool());
    const asked = performance.now();
    await startDue(now);
    outage.succeeded();
    const waits = timers.map(({ schedule }) => (schedule.nextTick(now) ?? Infinity) - now);
    await bell.sleep(Math.min(LONGEST_SLEEP_MS, ...waits) - (performance.now() - asked));
  }

  while (timers.length > 0 && !stopping()) {
    try {
      await tick();
    } catch (error) {
      outage.failed(error);
      await setTimeout(outage.pauseMs());
    }
  }
}
