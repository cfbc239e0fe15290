/**
 * Unfinished work: pushes, deliveries, replays, emails. Each row says when something should happen next; long
 * after that its run must have been lost, and it is enqueued again. The generation rises each time, and a
 * run of an older generation ends by itself: at most one goes on, however often a sweep or an operator asks.
 */
import { run } from "../database/run.ts";
import { transaction } from "../database/transaction.ts";
import { enqueue, type Job, type JobName, type Jobs } from "./enqueue.ts";
import { raiseGeneration, type Selection, type WorkTable } from "./sql.ts";

/** Work that is this late has been lost; retries come well before. In milliseconds. */
export const LATE_BY_MS = 5 * 60_000;

/** One kind of work, and the job that does it. */
export type Work<Name extends JobName = JobName> = WorkTable<Jobs[Name]> & { job: Name };

/**
 * Enqueues unfinished work again: what is named starts its schedule anew, what is late goes on where it was.
 * Finished work is left alone.
 * @returns for how many rows
 */
export function requeue<Name extends JobName>(
  work: Work<Name>,
  selection: Selection,
): Promise<number> {
  return transaction(async (tx) => {
    const rows = await run(raiseGeneration(work, selection), tx);
    const jobs = rows.map(({ data, generation, attemptCount }) => {
      const attempt = "ids" in selection ? 1 : attemptCount + 1;
      return { name: work.job, data: { ...data, generation, attempt } } as Job;
    });
    await enqueue(tx, jobs);
    return rows.length;
  });
}
