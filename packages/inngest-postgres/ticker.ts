/**
 * Starts functions with cron triggers. Every process does so by the database's clock, and each tick has its
 * own event id, so that a second process finds the run already there.
 */
import { setTimeout } from "node:timers/promises";
import { Cron } from "croner";
import type pg from "pg";
import type { DatabaseHealth } from "./database-health.ts";
import { runOf, tickEvent } from "./events.ts";
import type { Plan } from "./function-config.ts";
import { databaseTime, insertRuns } from "./store.ts";
import type { Waker } from "./waker.ts";

// A changed clock or a suspended machine is noticed within this time.
const LONGEST_SLEEP_MS = 60_000;

type TickSettings = {
  pool: () => pg.Pool;
  plans: Plan[];
  /** Missed ticks are made up for within this time, during which a tick's run is still known. */
  makeUpMs: number;
  /** Called when runs were added. */
  started: () => void;
};

/**
 * Makes the ticker. Of the ticks that were missed while no process ran or the database was unavailable,
 * only the last is made up for: scheduled work needs to run once.
 */
export function createTick({ pool, plans, makeUpMs, started }: TickSettings) {
  const timers = plans.flatMap((plan) =>
    plan.schedules.map((schedule) => {
      return { plan, schedule, cron: new Cron(schedule, { timezone: "UTC" }), done: 0 };
    }),
  );

  async function startDue(now: number): Promise<void> {
    const due = timers.flatMap((timer) => {
      // The library looks strictly before the given time.
      const tick = timer.cron.previousRuns(1, new Date(now + 1))[0]?.getTime() ?? 0;
      return tick > Math.max(timer.done, now - makeUpMs) ? [{ timer, tick }] : [];
    });
    if (due.length === 0) return;
    const runs = due.map(({ timer: { plan, schedule }, tick }) =>
      runOf(plan, tickEvent(schedule, tick)),
    );
    if ((await insertRuns(pool(), runs)) > 0) started();
    for (const { timer, tick } of due) timer.done = tick;
  }

  /** Starts what is due. @returns milliseconds until the next tick */
  return async (): Promise<number> => {
    const now = await databaseTime(pool());
    const asked = performance.now();
    await startDue(now);
    const waits = timers.map(
      ({ cron }) => (cron.nextRun(new Date(now))?.getTime() ?? Infinity) - now,
    );
    return Math.min(...waits) - (performance.now() - asked);
  };
}

type LoopSettings = {
  tick: () => Promise<number>;
  /** Woken to end a sleep. */
  waker: Waker;
  health: DatabaseHealth;
  stopping: () => boolean;
};

/** Ticks until the executor stops. Never throws. */
export async function tickLoop({ tick, waker, health, stopping }: LoopSettings): Promise<void> {
  while (!stopping()) {
    try {
      const waitMs = await tick();
      health.succeeded();
      await waker.sleep(Math.min(LONGEST_SLEEP_MS, waitMs));
    } catch (error) {
      health.failed(error);
      await setTimeout(health.pauseMs());
    }
  }
}
