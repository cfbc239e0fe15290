/**
 * Runs Inngest functions on Postgres, in this process, in place of an Inngest server: events reach it through the client's
 * `fetch` or as rows of the caller's transaction.
 */
import { AsyncLocalStorage } from "node:async_hooks";
import { randomBytes } from "node:crypto";
import { setImmediate, setTimeout as wait } from "node:timers/promises";
import type { ClientOptions, Inngest, InngestFunction } from "inngest";
import type pg from "pg";
import type { Logger } from "pino";
import { ZodError } from "zod";
import { createDatabaseHealth, isPermanent } from "./database-health.ts";
import { readEvent, runOf, type StoredEvent } from "./events.ts";
import { BASE_URL, type Plan, readPlans } from "./function-config.ts";
import type { PreparedRuns } from "./insert-runs.ts";
import { type Handler, handlerOf } from "./invocation.ts";
import { Occupancy } from "./occupancy.ts";
import * as store from "./store.ts";
import { createTick } from "./ticker.ts";
import { Waker } from "./waker.ts";
import { type Context, type HeldRun, work } from "./worker.ts";

/** Options of an executor. The defaults are for production. */
export type ExecutorOptions = {
  pool: () => pg.Pool;
  log: Logger;
  /** The fields of an event's data to include in log lines about its run; none by default. */
  logFields?: (data: Record<string, unknown>) => Record<string, string>;
  /** Runs a step's work, such as within a log context. */
  withinStep?: <T>(run: { id: string; functionId: string; event: StoredEvent }, work: () => T) => T;
  /** Starts working on a run; by default outside of the context of whoever caused it. */
  spawn?: (work: () => Promise<void>) => void;
  /** The maximum number of concurrent calls. */
  slots?: number;
  /** How long an unresponsive process keeps its runs. */
  leaseMs?: number;
  /** The delay after a failed attempt. The first is 0. */
  backoffMs?: (attempt: number) => number;
  /** The delay after a database failure. */
  databaseRetryMs?: number;
  /** How long calls in progress may take at shutdown. */
  graceMs?: number;
  /** How long finished runs are kept, duplicate events are recognized, and a missed cron tick is caught up on. */
  retentionMs?: number;
};

type App = { client: Inngest; functions: readonly InngestFunction.Like[] };

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** Exponential, up to an hour, with 25% jitter, so that what failed together isn't retried together. */
const defaultBackoffMs = (attempt: number) =>
  Math.min(SECOND * 3 ** attempt, HOUR) * (0.75 + Math.random() / 2);

const outside = AsyncLocalStorage.snapshot();

const DEFAULTS = {
  logFields: () => ({}),
  spawn: (work: () => Promise<void>) => void outside(work),
  withinStep: <T>(_run: object, work: () => T) => work(),
  slots: 256,
  leaseMs: 10 * SECOND,
  backoffMs: defaultBackoffMs,
  databaseRetryMs: SECOND / 2,
  graceMs: 10 * SECOND,
  retentionMs: 72 * HOUR,
};
const PRUNE_EVERY_SECONDS = 600;
const PRUNE_BATCH = 1_000;
// This process's events and sleeps wake the loop; it polls for other processes'.
const MIN_POLL_MS = 250;
const MAX_POLL_MS = SECOND;
// Polling is precise enough for anything due later.
const MAX_ALARM_MS = MINUTE;
// A claim checks every queue that has work, whether it takes one run or a hundred, so slots that become free
// in quick succession are filled together.
const BETWEEN_CLAIMS_MS = 10;
const SEED_HEADER = "x-inngest-event-id-seed";
/** Released runs are written at the next heartbeat, before a claim, or once there are this many. */
const MAX_UNWRITTEN = 64;

const UNSTORABLE = "a run's result can't be stored; it continues when its lease expires";

/** The state of a run that was inserted as held. */
const NEWLY_HELD = { attempt: 0, lease: 1, takenOver: false };

const respond = (status: number, body: object) => Response.json({ ...body, status }, { status });

/** An executor. Does nothing until `start`. */
export class Executor {
  private readonly settings: Required<ExecutorOptions>;
  private readonly log: Logger;
  private readonly plans = new Map<string, Plan>();
  private readonly handlers = new Map<string, Handler>();
  private readonly active = new Set<HeldRun>();
  private readonly occupancy: Occupancy;
  /** Runs that this process has released, but not written yet. If it's lost, they run again. */
  private unwritten: store.Release[] = [];
  private readonly waker = new Waker();
  private readonly health: ReturnType<typeof createDatabaseHealth>;
  private prepared: { context: Context; tick: ReturnType<typeof createTick> } | undefined;
  private claiming: Promise<void> | undefined;
  private maintenance: Promise<void> | undefined;
  private renewedAt = Date.now();
  /** Claims no more runs, but finishes the steps in progress. */
  private stopping = false;
  private readonly isStopping = () => this.stopping;
  private readonly closed = new AbortController();
  private readonly isClosed = () => this.closed.signal.aborted;

  /** Spread these into the options of the functions' client. */
  readonly clientOptions: Partial<ClientOptions> & { fetch: typeof fetch };

  constructor(options: ExecutorOptions) {
    this.settings = { ...DEFAULTS, ...options };
    this.occupancy = new Occupancy(this.settings.slots);
    this.log = options.log.child({ component: "executor" });
    this.health = createDatabaseHealth(this.log, this.settings.databaseRetryMs);
    this.clientOptions = {
      // Cloud mode with a key nobody knows, so that a public serve handler rejects every caller.
      isDev: false,
      signingKey: randomBytes(32).toString("hex"),
      eventKey: "embedded",
      baseUrl: BASE_URL.href,
      fetch: (input, init) => this.receive(input, init),
    };
  }

  /** Makes the executor look for due runs at once. */
  wake = (): void => this.waker.wake();

  /**
   * Adds the runs that events start, in the caller's transaction on the executor's database: they exist if
   * and only if it commits. Call `wake` after that, or the runs wait for the next poll.
   * @throws ZodError if an event is invalid
   */
  addRuns = async (
    events: readonly object[],
    on: pg.Pool | pg.ClientBase,
    seed: string | null = null,
  ): Promise<string[]> => {
    const { ids, runs } = this.runsOf(events, seed);
    if (runs.length > 0) await store.insertRuns(on, runs);
    this.expectAll(runs);
    return ids;
  };

  /**
   * Makes the runs that new events start, already held by this process as far as it has room: they begin without being
   * claimed. If the process is lost, another takes them over when their leases end.
   * @throws ZodError if an event is invalid
   */
  prepareRuns = (events: readonly object[]): PreparedRuns<store.NewRun> => {
    const { settings, occupancy } = this;
    const { runs } = this.runsOf(events, null);
    const held = new Set(
      runs.filter(
        ({ limitKeys, functionId }) =>
          !this.stopping && occupancy.tryTake(limitKeys, this.limitsOf(functionId)),
      ),
    );
    const rows = runs.map((run) => store.runRow(run, held.has(run) ? settings.leaseMs : 0));
    const begin = (isInserted = (_run: store.NewRun) => true) => {
      if (held.size < runs.length) this.wake();
      for (const run of held) {
        if (isInserted(run))
          settings.spawn(() => this.workOn({ ...run, ...NEWLY_HELD, steps: [] }));
        else occupancy.leave(run.limitKeys);
      }
    };
    const discard = () => {
      for (const { limitKeys } of held) occupancy.leave(limitKeys);
    };
    return { runs, rows: JSON.stringify(rows), begin, discard };
  };

  private limitsOf = (functionId: string) => this.plans.get(functionId)?.concurrency ?? [];

  private expectAll(runs: Pick<store.NewRun, "limitKeys" | "functionId">[]): void {
    for (const { limitKeys, functionId } of runs)
      this.occupancy.expect(limitKeys, this.limitsOf(functionId));
  }

  private runsOf(events: readonly object[], seed: string | null) {
    // An event's functions are determined when it arrives, so none is accepted before they are known.
    if (!this.prepared) throw new Error("The embedded executor hasn't been started.");
    const parsed = events.map((event, index) => readEvent(event, seed, index));
    const runs = [...this.plans.values()].flatMap((plan) =>
      parsed.filter(({ name }) => plan.events.includes(name)).map((event) => runOf(plan, event)),
    );
    return { ids: parsed.map(({ id }) => id), runs };
  }

  /** Handles the client's requests in place of its server. */
  private async receive(input: string | URL | Request, init?: RequestInit): Promise<Response> {
    const { pathname } = new URL(input instanceof Request ? input.url : input);
    if (!pathname.startsWith("/e/")) {
      return respond(501, { error: `The embedded executor doesn't support the path ${pathname}.` });
    }
    try {
      const events = [JSON.parse(String(init?.body ?? ""))].flat();
      const seed = new Headers(init?.headers).get(SEED_HEADER);
      const ids = await this.addRuns(events, this.settings.pool(), seed);
      this.wake();
      return respond(200, { ids });
    } catch (error) {
      const { message } = error as Error;
      return respond(error instanceof ZodError ? 400 : 503, { error: message });
    }
  }

  /**
   * Reads the functions, so that events are accepted. Call this instead of `start` to call `claim`, `work`, `tick`, and
   * `renewLeases` yourself.
   * @throws Error if a function uses an option that isn't supported
   */
  async prepare({ client, functions }: App): Promise<void> {
    if (this.prepared) throw new Error("The embedded executor has already been started.");
    for (const fn of functions) {
      for (const plan of readPlans(client, fn)) {
        this.plans.set(plan.id, plan);
        this.handlers.set(plan.id, handlerOf(fn));
      }
    }
    const { settings, health, isStopping, isClosed } = this;
    const context: Context = {
      client,
      withinStep: settings.withinStep,
      backoffMs: settings.backoffMs,
      // Writes wait while the database is unavailable. Their leases decide whether they still apply.
      store: async ({ run, stored }) => {
        const query = () => store.storeSteps(settings.pool(), run, stored);
        return (await health.untilAvailable(query, isClosed, isPermanent)) ?? false;
      },
      release: this.release,
      isStopping,
    };
    this.prepared = { context, tick: createTick([...this.plans.values()], settings.retentionMs) };
  }

  /** Starts running functions. @throws Error as `prepare` does */
  async start(app: App): Promise<void> {
    await this.prepare(app);
    this.claiming = this.claimLoop();
    this.maintenance = this.maintain();
    this.log.info({ functions: [...this.plans.keys()] }, "the embedded executor has started");
  }

  /** Waits for steps in progress, then releases the remaining runs to other processes. */
  stop = async (): Promise<void> => {
    this.stopping = true;
    this.wake();
    await this.claiming;
    const deadline = performance.now() + this.settings.graceMs;
    while (this.active.size > 0 && performance.now() < deadline) await wait(10);
    if (this.active.size > 0) {
      const what = "steps didn't finish in time and will run again in other processes";
      this.log.warn({ runs: this.active.size }, what);
    }
    for (const held of this.active) {
      const { attempt } = held.run;
      this.release(held, { attempt, status: "running", waitMs: 0, result: null });
    }
    await this.writeReleased().catch(this.health.failed);
    this.closed.abort();
    await this.maintenance;
  };

  /** Deletes runs that ended longer ago than this. The executor does this regularly by itself. */
  prune = async (ageMs = this.settings.retentionMs): Promise<void> => {
    try {
      while ((await store.pruneRuns(this.settings.pool(), ageMs, PRUNE_BATCH)) === PRUNE_BATCH);
    } catch (error) {
      this.health.failed(error);
    }
  };

  private release = (held: HeldRun, update: store.RunUpdate): void => {
    held.isReleased = true;
    const { run, stored } = held;
    this.unwritten.push({ run, stored, update, releasedAt: Date.now() });
    const { status, waitMs } = update;
    if (status === "running" && waitMs <= MAX_ALARM_MS) setTimeout(this.wake, waitMs).unref();
  };

  /** Writes the last state of the runs that have been released. @throws if the database is unavailable */
  private async writeReleased(): Promise<void> {
    const releases = this.unwritten;
    if (releases.length === 0) return;
    this.unwritten = [];
    try {
      await this.write(releases);
    } catch (error) {
      this.unwritten.push(...releases);
      throw error;
    }
  }

  private async write(releases: store.Release[]): Promise<void> {
    try {
      await store.releaseRuns(this.settings.pool(), releases);
    } catch (error) {
      if (!isPermanent(error)) throw error;
      // A run whose result can't be stored continues when its lease expires.
      if (releases.length === 1)
        return void this.log.error({ reason: (error as Error).message }, UNSTORABLE);
      for (const release of releases) await this.write([release]);
    }
  }

  /** Writes released runs, and extends the leases of the others. */
  async renewLeases(): Promise<void> {
    const { pool, leaseMs } = this.settings;
    await this.writeReleased();
    const leases = [...this.active].map(({ run }) => run);
    if (leases.length > 0) await store.extendLeases(pool(), leases, leaseMs);
    this.renewedAt = Date.now();
  }

  async tick(): Promise<void> {
    if (await this.prepared?.tick(this.settings.pool())) this.wake();
  }

  /** Claims due runs, within their limits, which count released runs until they are written. */
  async claim(count: number): Promise<store.ClaimedRun[]> {
    const { pool, leaseMs } = this.settings;
    // After an outage or a long pause, we could otherwise claim our own runs as lost.
    if (Date.now() - this.renewedAt > leaseMs / 2) await this.renewLeases();
    else await this.writeReleased();
    const withRoom = this.occupancy.keysWithRoom();
    const runs = await store.claimRuns(pool(), [...this.plans.values()], count, leaseMs);
    const keys = runs.map(({ limitKeys }) => limitKeys);
    this.occupancy.claimed(keys, withRoom);
    // There may be more.
    this.expectAll(runs);
    return runs;
  }

  /** Works on a claimed run while this process holds it. Never throws. */
  async work(run: store.ClaimedRun): Promise<void> {
    this.occupancy.take(run.limitKeys);
    await this.workOn(run);
  }

  private async workOn(run: store.ClaimedRun): Promise<void> {
    const { active, settings, log, occupancy } = this;
    const { id, functionId, event, steps } = run;
    const [plan, handler] = [this.plans.get(functionId), this.handlers.get(functionId)];
    if (!plan || !handler || !this.prepared) return;
    const fields = { run_id: id, function: functionId, ...settings.logFields(event.data) };
    const state = { log: log.child(fields), stored: steps.length, isReleased: false };
    const held: HeldRun = { run, plan, handler, ...state };
    active.add(held);
    await work(held, this.prepared.context);
    active.delete(held);
    // Another run may be waiting for its place.
    if (occupancy.leave(run.limitKeys)) this.wake();
    if (this.unwritten.length >= MAX_UNWRITTEN)
      await this.writeReleased().catch(this.health.failed);
  }

  private async claimLoop(): Promise<void> {
    let pollMs = MIN_POLL_MS;
    while (!this.isStopping()) {
      const free = this.settings.slots - this.active.size;
      const claim = () => this.claim(free);
      const claimed = free > 0 && (await this.health.untilAvailable(claim, this.isStopping));
      const runs = claimed || [];
      for (const run of runs) void this.work(run);
      if (runs.length > 0) await wait(BETWEEN_CLAIMS_MS);
      if (free > 0 && runs.length === free) continue;
      pollMs = runs.length > 0 ? MIN_POLL_MS : Math.min(pollMs * 2, MAX_POLL_MS);
      await this.waker.sleep(pollMs);
      // One claim covers all runs added in the same turn of the event loop.
      await setImmediate();
    }
  }

  /** Renews leases, runs cron ticks, and prunes old runs. */
  private async maintain(): Promise<void> {
    const { signal } = this.closed;
    for (let seconds = 1; !signal.aborted; seconds++) {
      await this.health.untilAvailable(() => this.renewLeases(), this.isClosed);
      await this.health.untilAvailable(() => this.tick(), this.isClosed);
      // Not awaited: it may take a while, and leases have to be renewed.
      if (seconds % PRUNE_EVERY_SECONDS === 0) void this.prune();
      await wait(SECOND, undefined, { signal }).catch(() => {});
    }
  }
}
