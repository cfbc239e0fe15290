/** The dispatcher: starts a run of a durable function for each job, on either engine. */
import { setTimeout } from "node:timers/promises";
import { v7 as uuidv7 } from "uuid";
import { Waker } from "#inngest-postgres/waker.ts";
import { type Transaction, transaction } from "../database/transaction.ts";
import { log } from "../log.ts";
import { perProcess } from "../singleton.ts";
import { type Engine, engine } from "./engines.ts";
import type { JobRow } from "./enqueue.ts";
import { formGroups } from "./groups.ts";
import { hasJobs, insertJobs, takeJobs, takeJobsById } from "./sql.ts";
import { type Targets, targets } from "./targets.ts";

/**
 * Starts the runs of jobs. The embedded executor does so in the transaction that removes the jobs. After a
 * crash, a remote engine may be sent the same jobs again with the same IDs, and has to deduplicate them.
 */
export type StartRuns = (jobs: JobRow[], tx: Transaction) => Promise<unknown>;

/** How often it polls without being woken, for jobs from other processes and from before a crash. */
const POLL_MS = 1_000;
const BATCH_SIZE = 200;
/** A batch of at least this many jobs counts as high load. */
const MANY = 16;

/** For simulations, which have their own targets and either engine. */
export type Options = { known?: Targets; on?: Engine };

/**
 * Removes the oldest jobs from the outbox and starts their runs: pushes and deliveries in groups. If that fails, the
 * jobs stay.
 * @returns the number of jobs
 */
export async function dispatchJobs(
  start: StartRuns,
  { known = targets(), on = engine() }: Options = {},
): Promise<number> {
  const { taken, stored } = await transaction(async (tx) => {
    const taken = await takeJobs({ count: BATCH_SIZE }, tx);
    const { groups, others } = formGroups(taken, known, on);
    const rows = groups.map((job): JobRow => ({ id: uuidv7(), ...job }));
    if (!on.isRemote) others.push(...rows);
    else if (rows.length > 0) await insertJobs({ jobs: rows }, tx);
    if (others.length > 0) await start(others, tx);
    return { taken, stored: on.isRemote ? rows : [] };
  });
  if (stored.length > 0) await dispatchStored(start, stored);
  return taken.length;
}

/** If that fails, the stored groups stay as they are. */
const dispatchStored = (start: StartRuns, stored: JobRow[]): Promise<void> =>
  transaction(async (tx) => {
    const jobs = await takeJobsById({ ids: stored.map(({ id }) => id) }, tx);
    if (jobs.length > 0) await start(jobs, tx);
  });

const waker = perProcess("dispatch waker", () => new Waker());

/** A serverless platform's `waitUntil`: keeps an instance from being frozen until the promise settles. */
type WaitUntil = (work: Promise<unknown>) => void;

const rounds = perProcess("dispatch rounds", () => ({
  /** The next round, if anything waits for it. */
  next: undefined as PromiseWithResolvers<void> | undefined,
  waitUntil: undefined as WaitUntil | undefined,
}));

/** Longer than a round takes. */
const ROUND_TIMEOUT_MS = 15_000;

/** For an instance that is frozen between requests: waking the dispatcher then keeps it running. */
export function setWaitUntil(waitUntil: WaitUntil): void {
  rounds().waitUntil = waitUntil;
}

/** Resolves once the dispatcher has tried to send what is in the outbox now, or after a timeout. */
function nextRound(): Promise<void> {
  const waiting = rounds();
  if (waiting.next) return waiting.next.promise;
  const round = Promise.withResolvers<void>();
  waiting.next = round;
  void setTimeout(ROUND_TIMEOUT_MS, undefined, { ref: false }).then(() => {
    if (waiting.next === round) waiting.next = undefined;
    round.resolve();
  });
  return round.promise;
}

/** Wakes this process's dispatcher, so that new jobs don't wait for its next poll. */
export function wakeDispatcher(): void {
  rounds().waitUntil?.(nextRound());
  waker().wake();
}

/** Starts dispatching. @returns a function that stops it after the current batch */
export function startDispatcher(start: StartRuns, options: Options = {}): () => Promise<void> {
  const { gatherMs, gatherManyMs } = options.on ?? engine();
  let stopped = false;

  async function run(): Promise<void> {
    const waiters: (() => void)[] = [];
    /** Resolves when woken, or when another process has enqueued jobs. */
    const anyJob = async (): Promise<void> => {
      while (!stopped && !(await waker().sleep(POLL_MS))) {
        const [found] = await hasJobs({}).catch(() => []);
        if (found?.any) return;
      }
    };
    while (!stopped) {
      let dispatched = 0;
      const { next } = rounds();
      if (next) waiters.push(next.resolve);
      rounds().next = undefined;
      try {
        dispatched = await dispatchJobs(start, options);
      } catch (error) {
        log().warn({ reason: (error as Error).message }, "couldn't dispatch jobs");
      }
      if (dispatched === BATCH_SIZE) continue;
      for (const resolve of waiters.splice(0)) resolve();
      // A job committed since this poll has woken us, so the sleep ends at once.
      await anyJob();
      // Requests that commit in quick succession share a dispatch.
      if (!stopped) await setTimeout(dispatched < MANY ? gatherMs : gatherManyMs);
    }
  }

  const running = run();
  return async () => {
    stopped = true;
    wakeDispatcher();
    await running;
  };
}
