/**
 * Runs Inngest functions on Postgres, in this process. It takes the place of an Inngest server: events and
 * step results reach it through the client's `fetch`, and it calls functions through the SDK's own protocol.
 */
import { randomBytes } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import type { ClientOptions, Inngest, InngestFunction } from "inngest";
import type pg from "pg";
import { defaultBackoffMs } from "./backoff.ts";
import { claimLoop } from "./claim-loop.ts";
import { createDatabaseHealth, defaultPauseMs } from "./database-health.ts";
import { createEndpoints } from "./endpoints.ts";
import { readEvents, runsStartedBy } from "./events.ts";
import { type Plan, readPlan } from "./function-config.ts";
import type { Logger } from "./logger.ts";
import { createScheduler, type Scheduler } from "./scheduler.ts";
import { insertRuns, pruneRuns, releaseRuns } from "./store.ts";
import { createTick, tickLoop } from "./ticker.ts";
import { createWaker } from "./waker.ts";
import { BASE_URL, createWire } from "./wire.ts";
import { createWorker, type Worker } from "./worker.ts";
import { createWriter } from "./writer.ts";

/** Options of an executor. The defaults are meant for production. */
export type ExecutorOptions = {
  pool: () => pg.Pool;
  log: Logger;
  /** The fields of an event's data that log lines about its run carry; none by default. */
  logFields?: (data: Record<string, unknown>) => Record<string, string>;
  /** What a public serve handler demands of its callers; random by default, so that it rejects everyone. */
  signingKey?: string;
  /** Calls at the same time. */
  slots?: number;
  /** How long a run stays with a process that no longer responds. */
  leaseMs?: number;
  /** The delay after a failed attempt, counted from 0. */
  backoffMs?: (attempt: number) => number;
  /** The delay after so many consecutive database failures. */
  pauseMs?: (failures: number) => number;
  /** A monotonic clock in milliseconds, by which this process notices that it was suspended. */
  elapsedMs?: () => number;
  /** A call that takes longer has failed. */
  callTimeoutMs?: number;
  /** How long calls may take at shutdown. */
  graceMs?: number;
  /**
   * How long finished runs are kept: for as long, duplicate events are recognized and a missed cron tick is
   * made up for.
   */
  keepEndedMs?: number;
};

export type Executor = ReturnType<typeof createExecutor>;

type App = { client: Inngest; functions: readonly InngestFunction.Like[] };

const SECOND = 1_000;
const HOUR = 3_600 * SECOND;
const DEFAULTS = {
  logFields: () => ({}),
  slots: 256,
  leaseMs: 10 * SECOND,
  backoffMs: defaultBackoffMs,
  pauseMs: defaultPauseMs,
  elapsedMs: () => performance.now(),
  callTimeoutMs: HOUR / 6,
  graceMs: 10 * SECOND,
  keepEndedMs: 72 * HOUR,
};
const PRUNE_EVERY_MS = HOUR / 6;
const PRUNE_BATCH = 1_000;
// What is due later is found by polling soon enough.
const MAX_ALARM_MS = 60 * SECOND;

/** Makes an executor; nothing happens until `start`. */
export function createExecutor(options: ExecutorOptions) {
  const settings = { ...DEFAULTS, ...options };
  const { pool } = settings;
  const log = options.log.child({ component: "executor" });
  const plans = new Map<string, Plan>();
  const waker = createWaker();
  const tickWaker = createWaker();
  const health = createDatabaseHealth(log, settings.pauseMs);
  const writer = createWriter({ pool, health });
  let prepared: { worker: Worker; scheduler: Scheduler } | undefined;
  let stopping = false;
  let loops: Promise<void>[] = [];
  const timers: NodeJS.Timeout[] = [];

  async function prune(ageMs = settings.keepEndedMs): Promise<void> {
    try {
      while ((await pruneRuns(pool(), ageMs, PRUNE_BATCH)) === PRUNE_BATCH);
    } catch (error) {
      health.failed(error);
    }
  }

  async function addRuns(events: readonly object[], on: pg.Pool | pg.ClientBase): Promise<void> {
    // Which functions an event starts is decided when it arrives: until they are known, none is accepted.
    if (!prepared) throw new Error("The embedded executor hasn't been started.");
    const runs = runsStartedBy(readEvents(events, null), plans.values());
    if (runs.length > 0) await insertRuns(on, runs);
  }

  const endpoints = createEndpoints({
    addRuns: async (events) => {
      await addRuns(events, pool());
      waker.wake();
    },
    checkpoint: async (token, steps) => {
      const held = prepared?.scheduler.active.get(token);
      return held && prepared ? prepared.worker.checkpoint(held, steps) : false;
    },
  });

  const clientOptions = {
    // Cloud mode with a key that nobody has: a public serve handler rejects every caller.
    isDev: false,
    signingKey: settings.signingKey ?? randomBytes(32).toString("hex"),
    eventKey: "embedded",
    baseUrl: BASE_URL,
    fetch: endpoints,
    // Each step's result is written before the next begins, for as long as a call may take.
    checkpointing: { bufferedSteps: 1, maxRuntime: 0, maxInterval: 0 },
    // Its spans cost time at every step, and no step here calls an AI.
    aiMetadata: false,
  } satisfies Partial<ClientOptions>;

  /**
   * Reads the functions; events are accepted from now on. Call this instead of `start` to run the scheduler
   * yourself.
   * @throws UnsupportedOption if a function uses an option that the executor does not implement
   */
  async function prepare(app: App): Promise<Scheduler> {
    if (prepared) throw new Error("The embedded executor has already been started.");
    const wire = createWire(app.client, app.functions);
    for (const plan of (await wire.sync()).map(readPlan)) plans.set(plan.id, plan);
    const worker = createWorker({
      ...settings,
      wire,
      writer,
      plans,
      log,
      stopping: () => stopping,
      dueIn: (ms) => (ms <= MAX_ALARM_MS ? waker.wakeIn(ms) : undefined),
    });
    const tick = createTick({
      pool,
      plans: [...plans.values()],
      makeUpMs: settings.keepEndedMs,
      started: waker.wake,
    });
    const scheduler = createScheduler({ ...settings, plans, worker, tick, onRoom: waker.wake });
    prepared = { worker, scheduler };
    return scheduler;
  }

  return {
    /** Spread these into the options of the functions' client. */
    clientOptions,
    prepare,

    /**
     * Adds the runs that events start, in a transaction of the caller's on the executor's database: they
     * exist exactly if it commits. Call `wake` after that, or the runs wait for the next poll.
     * @throws InvalidEvent
     */
    addRuns,
    /** Lets the executor look for due runs at once. */
    wake: waker.wake,

    /** Starts running functions. @throws UnsupportedOption as `prepare` does */
    async start(app: App): Promise<void> {
      const scheduler = await prepare(app);
      const beat = () => scheduler.renewLeases().catch(health.failed);
      timers.push(setInterval(beat, settings.leaseMs / 3), setInterval(prune, PRUNE_EVERY_MS));
      loops = [claimLoop({ ...scheduler, waker, health, stopping: () => stopping })];
      if ([...plans.values()].some(({ schedules }) => schedules.length > 0)) {
        loops.push(tickLoop({ ...scheduler, waker: tickWaker, health, stopping: () => stopping }));
      }
      log.info({ functions: [...plans.keys()] }, "the embedded executor has started");
    },

    /** Waits for steps in progress, then releases the remaining runs to other processes. */
    async stop(): Promise<void> {
      stopping = true;
      waker.wake();
      tickWaker.wake();
      await Promise.all(loops);
      const { active, leases } = prepared?.scheduler ?? { active: new Map(), leases: () => [] };
      const end = performance.now() + settings.graceMs;
      while (active.size > 0 && performance.now() < end) await setTimeout(10);
      const left = leases();
      if (left.length > 0) {
        log.warn(
          { runs: left.length },
          "steps didn't finish in time and will run again in other processes",
        );
        await releaseRuns(pool(), left).catch(health.failed);
      }
      for (const held of active.values()) held.gone = true;
      writer.close();
      for (const timer of timers) clearInterval(timer);
    },

    /** Deletes runs that ended longer ago than this. The executor does so regularly by itself. */
    prune,
  };
}
