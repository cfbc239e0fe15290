/** SQL of the outbox (jobs that are not dispatched yet), of the engine, and of unfinished work. */
import { type RawBuilder, type SqlBool, sql } from "kysely";
import { insertFrom, now } from "../database/expressions.ts";
import { type Parameters, recordset, statement } from "../database/statement.ts";
import { kysely } from "../database/tables.ts";
import type { JobName, JobRow, Jobs } from "./enqueue.ts";

export const insertJobs = statement((given: Parameters<{ jobs: JobRow[] }>) =>
  insertFrom(
    kysely,
    "outbox",
    kysely
      .selectFrom(recordset(given.jobs, "job", { id: "uuid", name: "text", data: "jsonb" }))
      .select(["id", "name", "data"]),
  ),
);

/** The age of the oldest job. It is the first by ID, so the query is fast however long the outbox is. */
export const oldestWaiting = statement(
  () =>
    kysely
      .selectFrom("outbox")
      .select(sql<number>`greatest(0, extract(epoch from now() - created_at))::int`.as("seconds"))
      .orderBy("id")
      .limit(1),
  { onRequest: true },
);

/** Whether a problem was last reported so long ago that it is over. */
export const problemIsOver = sql<SqlBool>`engine_problem.last_at < now() - interval '1 minute'`;

/** Of all processes: the last report is shown, since the first without a break. */
export const recordEngineProblem = statement((given: Parameters<{ reason: string }>) =>
  kysely
    .insertInto("engineProblem")
    .values({ reason: given.reason })
    .onConflict((conflict) =>
      conflict.column("id").doUpdateSet(({ ref, case: choose }) => ({
        reason: ref("excluded.reason"),
        since: choose().when(problemIsOver).then(now).else(ref("engineProblem.since")).end(),
        lastAt: now,
      })),
    ),
);

/** Once there, it stays. */
export const insertRegistration = statement(() =>
  kysely
    .insertInto("engineRegistration")
    .defaultValues()
    .onConflict((conflict) => conflict.column("id").doNothing()),
);

export const findRegistration = statement(
  () => kysely.selectFrom("engineRegistration").select("registeredAt"),
  { onRequest: true },
);

const waiting = kysely.selectFrom("outbox").select("id").orderBy("id").forUpdate().skipLocked();

/** Removes jobs, and returns them in no particular order. */
const take = (due: typeof waiting) =>
  kysely
    .with("due", () => due)
    .deleteFrom("outbox")
    // As an array, so that no plan scans the whole outbox, most of whose rows are dead.
    .where("id", "=", sql<string>`any(array(select id from due))`)
    .returning(["id", "name", "data"]);

/** Removes the oldest jobs that no other dispatcher has locked, in no particular order. */
export const takeJobs = statement((given: Parameters<{ count: number }>) =>
  take(waiting.limit(given.count)),
);

/** Removes those of these jobs that no other dispatcher has locked or taken. */
export const takeTheseJobs = statement((given: Parameters<{ ids: string[] }>) =>
  take(waiting.where("id", "=", sql<string>`any(${given.ids}::uuid[])`)),
);

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
