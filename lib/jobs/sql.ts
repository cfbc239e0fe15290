/** SQL of the outbox (jobs that are not dispatched yet), of the engine, and of unfinished work. */
import { type RawBuilder, type SqlBool, sql } from "kysely";
import { raw } from "../database/expressions.ts";
import { type Parameters, recordset, statement } from "../database/statement.ts";
import type { JobName, JobRow, Jobs } from "./enqueue.ts";

export const insertJobs = statement((given: Parameters<{ jobs: JobRow[] }>) =>
  raw(sql`
    insert into outbox (id, name, data) select id, name, data
    from ${recordset(given.jobs, "job", { id: "uuid", name: "text", data: "jsonb" })}`),
);

/** The age of the oldest job. It is the first by ID, so the query is fast however long the outbox is. */
export const oldestWaiting = statement(
  () =>
    raw<{ seconds: number }>(sql`
      select greatest(0, extract(epoch from now() - created_at))::int as seconds
      from outbox order by id limit 1`),
  { onRequest: true },
);

/** Whether a problem was last reported so long ago that it is over. */
export const problemIsOver = sql<SqlBool>`engine_problem.last_at < now() - interval '1 minute'`;

/** Of all processes: the last report is shown, since the first without a break. */
export const recordEngineProblem = statement((given: Parameters<{ reason: string }>) =>
  raw(sql`
    insert into engine_problem (reason) values (${given.reason})
    on conflict (id) do update set
      reason = excluded.reason,
      since = case when ${problemIsOver} then now() else engine_problem.since end,
      last_at = now()`),
);

/** Once there, it stays. */
export const insertRegistration = statement(() =>
  raw(sql`insert into engine_registration default values on conflict (id) do nothing`),
);

export const findRegistration = statement(
  () => raw<{ registeredAt: Date }>(sql`select registered_at from engine_registration`),
  { onRequest: true },
);

/** Removes jobs. @returns them in order */
const take = (chosen: RawBuilder<unknown>) =>
  raw<JobRow>(sql`
    with due as (select id from outbox ${chosen} for update skip locked),
    taken as (
      -- As an array, so that no plan scans the whole outbox, most of whose rows are dead.
      delete from outbox where id = any(array(select id from due)) returning id, name, data
    )
    select * from taken order by id`);

/** Removes the oldest jobs that no other dispatcher has locked. @returns them in order */
export const takeJobs = statement((given: Parameters<{ count: number }>) =>
  take(sql`order by id limit ${given.count}`),
);

/** Removes those of these jobs that no other dispatcher has locked or taken. @returns them in order */
export const takeTheseJobs = statement((given: Parameters<{ ids: string[] }>) =>
  take(sql`where id = any(${given.ids}::uuid[]) order by id`),
);

/** A sweep considers at most this many late rows, so that it stays fast. */
const LATE_ROWS = 100_000;

/** One kind of work: its table, whose columns the expressions name without it, and the job that does it. */
export type Work<Name extends JobName = JobName> = {
  job: Name;
  table: "credit" | "webhookDelivery" | "eventReplay" | "email";
  id: "donationId" | "id";
  /** The owner: the sweep takes late work from all owners in turn. */
  owner: RawBuilder<string | null>;
  /** The job data of row `work`, as JSON. */
  data: RawBuilder<Jobs[Name]>;
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

/** Locks the rows, in one order; of the late ones, those that nobody else has locked. */
function chosen(work: Work, selection: Selection) {
  const id = sql.ref(work.id);
  const pending = sql`${sql.table(work.table)} where status = 'pending' and not ${work.isWaiting ?? sql`false`}`;
  const lock = (which: RawBuilder<unknown>) =>
    sql`select ${id} as chosen_id from ${pending} and ${which} order by ${id} for no key update`;
  if ("ids" in selection) return lock(sql`${id} = any(${selection.ids}::uuid[])`);
  if ("members" in selection) {
    const ids = selection.members.map((member) => member.id);
    const generations = selection.members.map(({ generation }) => generation);
    return lock(sql`(${id}, generation) in (
      select * from unnest(${ids}::uuid[], ${generations}::int[]))`);
  }
  const isLate = sql`next_attempt_at < now() - ${selection.lateByMs} * interval '1 millisecond'`;
  const late = lock(sql`${isLate} and ${id} in (
    select late_id from (
      select ${id} as late_id, next_attempt_at,
        row_number() over (partition by ${work.owner} order by next_attempt_at) as nth
      from (select * from ${pending} and ${isLate} order by next_attempt_at limit ${LATE_ROWS}) late
    ) in_turn order by nth, next_attempt_at limit ${selection.atMost})`);
  return sql`${late} skip locked`;
}

/** Raises the generation of unfinished work. Skips late rows that others are requeueing. */
export const raiseGeneration = <Name extends JobName>(work: Work<Name>, selection: Selection) =>
  raw<{ generation: number; data: Jobs[Name] }>(sql`
    with chosen as (${chosen(work, selection)})
    update ${sql.table(work.table)} as work set
      generation = generation + 1,
      next_attempt_at = ${"members" in selection ? sql`next_attempt_at` : sql`now()`},
      attempt_count = ${"ids" in selection ? sql`0` : sql`attempt_count`}
    from chosen where work.${sql.ref(work.id)} = chosen_id
    returning generation, ${work.data} as data`);

/** Counts an attempt that was interrupted, and makes the next one due after a wait that doubles up to an hour. */
export const recordFault = (work: Work, { id, generation }: Member) =>
  raw<{ dueInMs: number }>(sql`
    update ${sql.table(work.table)} set
      attempt_count = attempt_count + 1,
      next_attempt_at = now() + least(power(2, least(attempt_count, 12)), 3600) * interval '1 second'
    where status = 'pending' and generation = ${generation} and ${sql.ref(work.id)} = ${id}
    returning (extract(epoch from next_attempt_at - now()) * 1000)::float8 as due_in_ms`);
