/** SQL of the outbox (jobs that are committed but not dispatched yet) and of the sweep for lost work. */
import { type RawBuilder, type SqlBool, sql } from "kysely";
import { insertFrom, now } from "../database/expressions.ts";
import { type Parameters, recordset, statement } from "../database/statement.ts";
import { kysely } from "../database/tables.ts";
import type { JobRow } from "./enqueue.ts";

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

/** The columns that every table of work has, besides the ID. */
type WorkRow = { status: string; nextAttemptAt: Date; generation: number; attemptCount: number };

/** A table of work. Its expressions refer to columns without the table name. */
export type WorkTable<Data> = {
  table: "credit" | "webhookDelivery" | "eventReplay" | "mail";
  id: "donationId" | "id";
  /** The owner: the sweep takes late work from all owners in turn. */
  owner: RawBuilder<string | null>;
  /** The row's job data, as JSON. */
  data: RawBuilder<Data>;
  /** Rows that are passed over while they wait for a person. */
  isWaiting?: RawBuilder<SqlBool>;
};

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

/** A sweep considers at most this many late rows, so that it stays fast. */
const LATE_ROWS = 100_000;

function chosen(work: WorkTable<unknown>, selection: Selection) {
  const rows = sql<WorkRow>`${sql.table(work.table)}`.as("work");
  const id = sql.ref<string>(work.id);
  const isDue = sql<SqlBool>`not ${work.isWaiting ?? sql`false`}`;
  const pending = kysely
    .selectFrom(rows)
    .where("status", "=", "pending")
    .where(isDue)
    .select(id.as("chosenId"))
    .forNoKeyUpdate();
  if ("ids" in selection) {
    return pending.where(sql<SqlBool>`${id} = any(${selection.ids}::uuid[])`).orderBy(id);
  }
  if ("members" in selection) {
    const ids = selection.members.map((member) => member.id);
    const generations = selection.members.map(({ generation }) => generation);
    const theirs = sql`select * from unnest(${ids}::uuid[], ${generations}::int[])`;
    return pending.where(sql<SqlBool>`(${id}, generation) in (${theirs})`).orderBy(id);
  }
  const isLate = sql<SqlBool>`next_attempt_at < now() - ${selection.lateByMs} * interval '1 millisecond'`;
  const late = kysely
    .selectFrom(rows)
    .where("status", "=", "pending")
    .where(isLate)
    .where(isDue)
    .selectAll()
    .orderBy("nextAttemptAt")
    .limit(LATE_ROWS);
  const inTurn = kysely
    .selectFrom(late.as("work"))
    .select([id.as("lateId"), "nextAttemptAt"])
    .select(
      sql<number>`row_number() over (partition by ${work.owner} order by next_attempt_at)`.as(
        "nth",
      ),
    );
  const first = kysely
    .selectFrom(inTurn.as("late"))
    .select("lateId")
    .orderBy("nth")
    .orderBy("nextAttemptAt")
    .limit(selection.atMost);
  return pending.where(isLate).where(id, "in", first).orderBy(id).skipLocked();
}

/** Raises the generation of unfinished work. Skips late rows that others are requeueing. */
export function raiseGeneration<Data>(work: WorkTable<Data>, selection: Selection) {
  return kysely
    .with("chosen", () => chosen(work, selection))
    .updateTable(sql<WorkRow>`${sql.table(work.table)}`.as("work"))
    .set((row) => ({
      generation: row("generation", "+", 1),
      ...("members" in selection ? {} : { nextAttemptAt: now }),
      ...("ids" in selection ? { attemptCount: 0 } : {}),
    }))
    .from("chosen")
    .where(sql.ref(`work.${work.id}`), "=", sql.ref("chosenId"))
    .returning("generation")
    .returning(work.data.as("data"));
}

/** Counts an attempt that broke off, and makes the next one due after a wait that doubles up to an hour. */
export const recordFault = (work: WorkTable<unknown>, { id, generation }: Member) =>
  kysely
    .updateTable(sql<WorkRow>`${sql.table(work.table)}`.as("work"))
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
