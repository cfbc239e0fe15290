/**
 * Unfinished work: pushes, deliveries, replays, emails. Each row says when it is due next. If it is long
 * overdue, its run was lost, and the work is enqueued again. This raises the row's generation, and runs of
 * older generations end themselves: at most one continues, however often work is requeued.
 */
import { run } from "../database/run.ts";
import { transaction } from "../database/transaction.ts";
import { enqueue, type Job, type JobName, type Jobs } from "./enqueue.ts";
import { raiseGeneration, type Selection, type WorkTable } from "./sql.ts";

/** Work that is this late was lost: retries happen much sooner. In milliseconds. */
export const LATE_BY_MS = 5 * 60_000;

/** One kind of work, and the job that does it. */
export type Work<Name extends JobName = JobName> = WorkTable<Jobs[Name]> & { job: Name };

/**
 * Enqueues unfinished work again. Named rows restart their schedule; late rows continue theirs. Finished
 * work is not touched.
 * @returns the number of rows
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
