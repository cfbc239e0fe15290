/**
 * Work that is promised and not finished: pushes, deliveries, mails. Each row says when something
 * should happen next; well past that time its run has been lost, and the work is asked for again. The
 * generation rises with each request, and a run of an older generation ends by itself: so at most one
 * goes on, however often a sweep or an operator asks.
 */
import { transaction } from "../database/transaction.ts";
import { enqueue, type Job } from "./enqueue.ts";

/** Work that is this late has been lost; the engine's own retries come well before. In milliseconds. */
export const LATE_BY_MS = 5 * 60_000;

/** Of so many late rows a sweep chooses: beyond them it would take too long. */
const LOOKED_AT = 100_000;

/** A row whose work has just been claimed. */
export type Claimed = { id: string; generation: number; attempt_count: number };

/** One kind of work. Its table has `status`, `next_attempt_at`, `generation` and `attempt_count`. */
export type Work<Row extends Claimed = Claimed> = {
  table: string;
  id: string;
  /** Whose it is, as an expression of the row: of what is late each owner has its turn. */
  owner: string;
  /** More of the row that the job needs. */
  returning?: string;
  job(row: Row, attempt: number): Job;
};

/** Which rows: those named, to begin anew; or those late by so much, to go on where they were. */
export type Which = { ids: string[] } | { lateByMs: number; atMost: number };

/**
 * Asks for unfinished work again. Rows that are finished are left alone, as are late ones that
 * somebody else is just asking for.
 * @returns for how many rows
 */
export async function requeue<Row extends Claimed>(
  { table, id, owner, returning, job }: Work<Row>,
  which: Which,
): Promise<number> {
  const named = "ids" in which;
  const chosen = named
    ? `${id} = any($1::uuid[]) order by ${id} for no key update`
    : `next_attempt_at < now() - $1 * interval '1 millisecond' and ${id} in (
         select late_id from (
           select ${id} as late_id, next_attempt_at,
             row_number() over (partition by ${owner} order by next_attempt_at) as nth
           from (
             select * from ${table}
             where status = 'pending' and next_attempt_at < now() - $1 * interval '1 millisecond'
             order by next_attempt_at limit ${LOOKED_AT}
           ) ${table}
         ) late
         order by nth, next_attempt_at limit $2
       ) for no key update skip locked`;
  return transaction(async (tx) => {
    const { rows } = await tx.query<Row>(
      `with chosen as (select ${id} as chosen_id from ${table} where status = 'pending' and ${chosen})
       update ${table} set generation = generation + 1, next_attempt_at = now()
       from chosen where ${id} = chosen_id
       returning ${id} as id, generation, attempt_count${returning ? `, ${returning}` : ""}`,
      named ? [which.ids] : [which.lateByMs, which.atMost],
    );
    await enqueue(
      tx,
      rows.map((row) => job(row, named ? 1 : row.attempt_count + 1)),
    );
    return rows.length;
  });
}
