/**
 * The sweep of unfinished work: pushes, deliveries, replays, and emails. Each row says when it's due next. If it's long
 * overdue, its run was lost, so the work is requeued. This raises the row's generation, and runs of older generations
 * end themselves: at most one run continues, however often work is requeued.
 */
import { run } from "../database/run.ts";
import { type Transaction, transaction } from "../database/transaction.ts";
import { enqueue, type Job, type JobName } from "./enqueue.ts";
import { raiseGeneration, type Selection, type Work } from "./sql.ts";

/** Work this late was lost, since retries start much sooner. A sweep takes the oldest; the next one takes the rest. */
export const LATE = { lateByMs: 5 * 60_000, atMost: 1_000 };

/** `requeue` within a transaction. */
export async function requeueIn<Name extends JobName>(
  tx: Transaction,
  work: Work<Name>,
  selection: Selection,
): Promise<number> {
  const rows = await run(raiseGeneration(work, selection), tx);
  enqueue(
    tx,
    rows.map(({ data, generation }) => ({ name: work.job, data: { ...data, generation } }) as Job),
  );
  return rows.length;
}

/**
 * Enqueues unfinished work again. Rows given by ID restart their schedule; late rows continue theirs. Skips finished
 * work.
 * @returns the number of rows
 */
export const requeue = <Name extends JobName>(
  work: Work<Name>,
  selection: Selection,
): Promise<number> => transaction((tx) => requeueIn(tx, work, selection));
