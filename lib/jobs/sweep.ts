/**
 * Unfinished work: pushes, deliveries, replays, emails. Each row says when it is due next. If it is long
 * overdue, its run was lost, and the work is enqueued again. This raises the row's generation, and runs of
 * older generations end themselves: at most one continues, however often work is requeued.
 */
import { type RawBuilder, type SqlBool, sql } from "kysely";
import { now } from "../database/expressions.ts";
import { run } from "../database/run.ts";
import { kysely } from "../database/tables.ts";
import { type Transaction, transaction } from "../database/transaction.ts";
import { enqueue, type Job, type JobName, type Jobs } from "./enqueue.ts";

/** Work that is this late was lost: retries happen much sooner. In milliseconds. */
export const LATE_BY_MS = 5 * 60_000;
/** A sweep considers at most this many late rows, so that it stays fast. */
const LATE_ROWS = 100_000;

/** One kind of work: its table, whose columns the expressions name without it, and the job that does it. */
export type Work<Name extends JobName = JobName> = {
  job: Name;
  table: "credit" | "webhookDelivery" | "eventReplay" | "mail";
  id: "donationId" | "id";
  /** The owner: the sweep takes late work from all owners in turn. */
  owner: RawBuilder<string | null>;
  /** The row's job data, as JSON. */
  data: RawBuilder<Jobs[Name]>;
  /** Rows that are passed over while they wait for a person. */
  isWaiting?: RawBuilder<SqlBool>;
};

/** The columns that every table of work has, besides the ID. */
type WorkRow = { status: string; nextAttemptAt: Date; generation: number; attemptCount: number };

/** A row of work as a run knows it. If its generation is another one, it is another run's. */
export type Member = { id: string; generation: number };

/**
 * The rows: those named, whose schedule starts over; those that are still of these generations, which are due as before;
 * or those late by this much, most overdue first, from all owners in turn.
 */
export type Selection =
  | { ids: string[] }
  | { members: Member[] }
  | { lateByMs: number; atMost: number };

const rowsOf = (work: Work) => sql<WorkRow>`${sql.table(work.table)}`.as("work");

/** Locks the rows, in one order. */
function chosen(work: Work, selection: Selection) {
  const id = sql.ref(work.id);
  const table = sql.table(work.table);
  const pending = sql`status = 'pending' and not ${work.isWaiting ?? sql`false`}`;
  const from = sql`select ${id} as chosen_id from ${table} where ${pending}`;
  if ("ids" in selection) {
    const { ids } = selection;
    return sql`${from} and ${id} = any(${ids}::uuid[]) order by ${id} for no key update`;
  }
  if ("members" in selection) {
    const ids = selection.members.map((member) => member.id);
    const generations = selection.members.map(({ generation }) => generation);
    return sql`${from} and (${id}, generation) in (
      select * from unnest(${ids}::uuid[], ${generations}::int[])
    ) order by ${id} for no key update`;
  }
  const isLate = sql`next_attempt_at < now() - ${selection.lateByMs} * interval '1 millisecond'`;
  return sql`${from} and ${isLate} and ${id} in (
    select late_id from (
      select ${id} as late_id, next_attempt_at,
        row_number() over (partition by ${work.owner} order by next_attempt_at) as nth
      from (
        select * from ${table} where ${pending} and ${isLate}
        order by next_attempt_at limit ${LATE_ROWS}
      ) late
    ) in_turn order by nth, next_attempt_at limit ${selection.atMost}
  ) order by ${id} for no key update skip locked`;
}

/** Raises the generation of unfinished work. Skips late rows that others are requeueing. */
export const raiseGeneration = <Name extends JobName>(work: Work<Name>, selection: Selection) =>
  kysely
    .with("chosen", () => sql<{ chosenId: string }>`(${chosen(work, selection)})`)
    .updateTable(rowsOf(work))
    .set((row) => ({
      generation: row("generation", "+", 1),
      ...("members" in selection ? {} : { nextAttemptAt: now }),
      ...("ids" in selection ? { attemptCount: 0 } : {}),
    }))
    .from("chosen")
    .where(sql.ref(`work.${work.id}`), "=", sql.ref("chosenId"))
    .returning("generation")
    .returning(work.data.as("data"));

/** Counts an attempt that broke off, and makes the next one due after a wait that doubles up to an hour. */
export const recordFault = (work: Work, { id, generation }: Member) =>
  kysely
    .updateTable(rowsOf(work))
    .set((row) => ({
      attemptCount: row("attemptCount", "+", 1),
      nextAttemptAt: sql<Date>`now() + least(power(2, least(attempt_count, 12)), 3600) * interval '1 second'`,
    }))
    .where("status", "=", "pending")
    .where("generation", "=", generation)
    .where(sql.ref(work.id), "=", id)
    .returning(
      sql<number>`(extract(epoch from next_attempt_at - now()) * 1000)::float8`.as("dueInMs"),
    );

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
