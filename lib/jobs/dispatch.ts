/** The dispatcher turns jobs into runs of the durable functions, on either engine. */
import { setTimeout } from "node:timers/promises";
import { createWaker } from "#inngest-postgres/waker.ts";
import { afterCommit, type Transaction, transaction } from "../database/transaction.ts";
import { log } from "../log.ts";
import { perProcess } from "../singleton.ts";
import type { JobRow } from "./enqueue.ts";
import { GROUP_SIZE, type Groups, groups } from "./groups.ts";
import { insertJobs, takeJobs } from "./sql.ts";

/**
 * Starts the runs of jobs. The embedded executor does so in the transaction that removes the jobs. After a
 * crash, a remote engine may be sent the same jobs again with the same IDs, and has to ignore them.
 */
export type StartRuns = (jobs: JobRow[], tx: Transaction) => Promise<unknown>;

/** How often it polls without being woken, for other processes' jobs and those left by a crash. */
const POLL_MS = 1_000;
const BATCH_SIZE = 200;
/** How long it waits for more jobs once it is woken, and while many come: they share groups. */
const GATHER_MS = 5;
const GATHER_MANY_MS = 40;

export type Dispatching = {
  /** The maximum number of jobs. */
  count?: number;
  /** By which jobs become groups. */
  known?: Groups;
  /** Stores what was formed as jobs, to be dispatched next: a group that is sent again has the same ID and members. */
  storesGroups?: boolean;
};

/**
 * Removes the oldest jobs from the outbox and starts their runs, in groups where that is possible. If that
 * fails, the jobs stay.
 * @returns the number of jobs
 */
export function dispatchJobs(start: StartRuns, options: Dispatching = {}): Promise<number> {
  const { count = BATCH_SIZE, known = groups(), storesGroups = false } = options;
  return transaction(async (tx) => {
    const taken = (await takeJobs({ count }, tx)) as JobRow[];
    const inOrder = taken.sort((a, b) => (a.id < b.id ? -1 : 1));
    const { formed, others } = known.form(inOrder);
    if (storesGroups && formed.length > 0) {
      await insertJobs({ jobs: formed }, tx);
      afterCommit(tx, wakeDispatcher);
    }
    const started = storesGroups ? others : [...others, ...formed];
    if (started.length > 0) await start(started, tx);
    return taken.length;
  });
}

const waker = perProcess("dispatch waker", createWaker);

/** Wakes this process's dispatcher, so that new jobs don't wait for its next poll. */
export const wakeDispatcher = (): void => waker().wake();

/** Starts dispatching. @returns a function that stops it after the current batch */
export function startDispatcher(start: StartRuns, options: Dispatching = {}): () => Promise<void> {
  let stopped = false;

  async function run(): Promise<void> {
    while (!stopped) {
      let dispatched = 0;
      try {
        dispatched = await dispatchJobs(start, options);
      } catch (error) {
        log().warn({ reason: (error as Error).message }, "could not dispatch jobs");
      }
      // Jobs committed since this poll end the sleep at once: their commit wakes us.
      if (dispatched < BATCH_SIZE && !stopped) await waker().sleep(POLL_MS);
      // Requests that commit in quick succession share a dispatch.
      if (!stopped) await setTimeout(dispatched < GROUP_SIZE ? GATHER_MS : GATHER_MANY_MS);
    }
  }

  const running = run();
  return async () => {
    stopped = true;
    wakeDispatcher();
    await running;
  };
}
