/** The dispatcher turns jobs into runs of the durable functions, whichever engine runs these. */
import { setTimeout } from "node:timers/promises";
import { createWaker } from "#inngest-postgres/waker.ts";
import { type Transaction, transaction } from "../database/transaction.ts";
import { log } from "../log.ts";
import { perProcess } from "../singleton.ts";
import type { JobRow } from "./enqueue.ts";
import { takeJobs } from "./sql.ts";

/**
 * Starts the runs of jobs. An engine on the same database does so in the transaction that removes the jobs.
 * Any other may be sent the same jobs again after a crash, under the same ids, which it has to ignore.
 */
export type StartRuns = (jobs: JobRow[], tx: Transaction) => Promise<unknown>;

/** How often it looks without being woken: for other processes' jobs, and what a crash has left. */
const POLL_MS = 1_000;
const BATCH_SIZE = 200;
/** How long it waits for more jobs once it is woken. */
const GATHER_MS = 5;

/**
 * Takes the oldest jobs out of the outbox and starts their runs; if that fails, the jobs stay.
 * @returns how many
 */
export function dispatchJobs(start: StartRuns, count = BATCH_SIZE): Promise<number> {
  return transaction(async (tx) => {
    const taken = (await takeJobs({ count }, tx)) as JobRow[];
    if (taken.length > 0) {
      await start(
        taken.sort((a, b) => (a.id < b.id ? -1 : 1)),
        tx,
      );
    }
    return taken.length;
  });
}

const waker = perProcess("dispatch waker", createWaker);

/** Tells this process's dispatcher that there are jobs, so that it need not wait for its next look. */
export const wakeDispatcher = (): void => waker().wake();

/** Starts dispatching. @returns a function that stops it after the batch at hand */
export function startDispatcher(start: StartRuns): () => Promise<void> {
  let stopped = false;

  async function run(): Promise<void> {
    while (!stopped) {
      let dispatched = 0;
      try {
        dispatched = await dispatchJobs(start);
      } catch (error) {
        log().warn({ reason: (error as Error).message }, "jobs could not be dispatched");
      }
      // Whatever this look has missed ends the sleep at once: its commit wakes us, or has done so.
      if (dispatched < BATCH_SIZE && !stopped) await waker().sleep(POLL_MS);
      // Requests that commit one after another share a dispatch.
      if (!stopped) await setTimeout(GATHER_MS);
    }
  }

  const running = run();
  return async () => {
    stopped = true;
    wakeDispatcher();
    await running;
  };
}
