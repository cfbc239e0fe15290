/**
 * Unfinished work: pushes, deliveries, replays, emails. Each row says when it is due next. If it is long
 * overdue, its run was lost, and the work is enqueued again. This raises the row's generation, and runs of
 * older generations end themselves: at most one continues, however often work is requeued.
 */
import { run } from "../database/run.ts";
import { type Transaction, transaction } from "../database/transaction.ts";
import { enqueue, type Job, type JobName } from "./enqueue.ts";
import { raiseGeneration, type Selection, type Work } from "./sql.ts";

/** Work that is this late was lost: retries happen much sooner. In milliseconds. */
export const LATE_BY_MS = 5 * 60_000;

/** The same as `requeue`, in a transaction. */
export async function requeueIn<Name extends JobName>(
  tx: Transaction,
  work: Work<Name>,
  selection: Selection,
): Promise<number> {
  const rows = await run(raiseGeneration(work, selection), tx);
  await enqueue(
    tx,
    rows.map(({ data, generation }) => ({ name: work.job, data: { ...data, generation } }) as Job),
  );
  return rows.length;
}

/**
 * Enqueues unfinished work again. Named rows restart their schedule; late rows continue theirs. Finished
 * work is not touched.
 * @returns the number of rows
 */
export const requeue = <Name extends JobName>(
  work: Work<Name>,
  selection: Selection,
): Promise<number> => transaction((tx) => requeueIn(tx, work, selection));
