/** SQL for the outbox (jobs that aren't dispatched yet), the engine, and unfinished work. */
import { type RawBuilder, type SqlBool, sql } from "kysely";
import { insertRunsFrom } from "#inngest-postgres/insert-runs.ts";
import { raw } from "../database/expressions.ts";
import { type Parameters, recordset, statement } from "../database/statement.ts";
import type { JobName, JobRow, Jobs } from "./enqueue.ts";

export const insertJobs = statement((params: Parameters<{ jobs: JobRow[] }>) =>
  raw(sql`
    insert into outbox (id, name, data) select id, name, data
    from ${recordset(params.jobs, "job", { id: "uuid", name: "text", data: "jsonb" })}`),
);

const [BEFORE_ROWS = "", AFTER_ROWS = ""] = insertRunsFrom("$ROWS").split("$ROWS");

/** Inserts runs of the embedded executor. @param rows as JSON */
export const insertedRuns = (rows: RawBuilder<string | null>) =>
  sql`${sql.raw(BEFORE_ROWS)}${rows}${sql.raw(AFTER_ROWS)}`;

export const insertRuns = statement(
  (params: Parameters<{ runs: string }>) => raw(insertedRuns(params.runs)),
  { name: "insert-runs" },
);

export const hasJobs = statement(() =>
  raw<{ any: boolean }>(sql`select exists (select from outbox) as any`),
);

/** The age of the oldest job: the first by ID, so the query is fast however long the outbox is. */
export const oldestWaiting = statement(
  () =>
    raw<{ seconds: number }>(sql`
      select greatest(0, extract(epoch from now() - created_at))::int as seconds
      from outbox order by id limit 1`),
  { onRequest: true },
);

/** Whether a problem was last reported so long ago that it counts as over. */
export const problemIsOver = sql<SqlBool>`engine_problem.last_at < now() - interval '1 minute'`;

/** Keeps the latest report of any process, and since when there have been reports without a break. */
export const recordEngineProblem = statement((params: Parameters<{ reason: string }>) =>
  raw(sql`
    insert into engine_problem (reason) values (${params.reason})
    on conflict (id) do update set
      reason = excluded.reason,
      since = case when ${problemIsOver} then now() else engine_problem.since end,
      last_at = now()`),
);

/** A registration is permanent. */
export const insertRegistration = statement(() =>
  raw(sql`insert into engine_registration default values on conflict (id) do nothing`),
);

export const findRegistration = statement(
  () => raw<{ registeredAt: Date }>(sql`select registered_at from engine_registration`),
  { onRequest: true },
);

/** Removes jobs. @returns them in order */
const take = (selected: RawBuilder<unknown>) =>
  raw<JobRow>(sql`
    with due as (select id from outbox ${selected} for update skip locked),
    taken as (
      -- As an array, so that no plan scans the whole outbox, most of whose rows are dead.
      delete from outbox where id = any(array(select id from due)) returning id, name, data
    )
    select * from taken order by id`);

/** Removes the oldest jobs that no other dispatcher has locked. @returns them in order */
export const takeJobs = statement((params: Parameters<{ count: number }>) =>
  take(sql`order by id limit ${params.count}`),
);

/** Removes the jobs with these IDs that no other dispatcher has locked or taken. @returns them in order */
export const takeJobsById = statement((params: Parameters<{ ids: string[] }>) =>
  take(sql`where id = any(${params.ids}::uuid[]) order by id`),
);

/** A sweep considers at most this many late rows, so that it stays fast. */
const LATE_ROWS = 100_000;

/** A kind of work: its table, whose columns the expressions name unqualified, and the job that does it. */
export type Work<Name extends JobName = JobName> = {
  job: Name;
  table: "credit" | "webhookDelivery" | "eventReplay" | "email" | "correction";
  id: "donationId" | "id";
  /** The owner: the sweep takes late work from each owner in turn. */
  owner: RawBuilder<string | null>;
  /** The job data of row `work`, as JSON. */
  data: RawBuilder<Jobs[Name]>;
  /** Which rows are skipped because they wait for a person. */
  isWaiting?: RawBuilder<SqlBool>;
};

/** A row of work as a run knows it. If the row has a different generation, another run has taken over. */
export type Member = { id: string; generation: number };

/**
 * Rows by ID, whose schedule restarts; those by ID that wait for their next attempt, which is then due; rows that still have these generations, which stay due when they were; or rows
 * late by this much, most overdue first, from each owner in turn.
 */
export type Selection =
  | { ids: string[] }
  | { waiting: string[] }
  | { members: Member[] }
  | { lateByMs: number; atMost: number };

/** Locks the rows in order of ID, and skips late ones that are already locked. */
function lockSelected(work: Work, selection: Selection) {
  const id = sql.ref(work.id);
  const pending = sql`${sql.table(work.table)} where status = 'pending' and not ${work.isWaiting ?? sql`false`}`;
  const lock = (condition: RawBuilder<unknown>) =>
    sql`select ${id} as chosen_id from ${pending} and ${condition} order by ${id} for no key update`;
  if ("ids" in selection) return lock(sql`${id} = any(${selection.ids}::uuid[])`);
  if ("waiting" in selection) {
    return lock(sql`${id} = any(${selection.waiting}::uuid[]) and next_attempt_at > now()`);
  }
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

/** Raises the generation of unfinished work. Skips late rows that another transaction is requeueing. */
export const raiseGeneration = <Name extends JobName>(work: Work<Name>, selection: Selection) =>
  raw<{ generation: number; data: Jobs[Name] }>(sql`
    with chosen as (${lockSelected(work, selection)})
    update ${sql.table(work.table)} as work set
      generation = generation + 1,
      next_attempt_at = ${"members" in selection ? sql`next_attempt_at` : sql`now()`},
      attempt_count = ${"ids" in selection ? sql`0` : sql`attempt_count`}
    from chosen where work.${sql.ref(work.id)} = chosen_id
    returning generation, ${work.data} as data`);

/** Counts a failed attempt, and schedules the next one after a wait that doubles up to an hour. */
export const recordUnexpectedFailure = (work: Work, { id, generation }: Member) =>
  raw<{ dueInMs: number }>(sql`
    update ${sql.table(work.table)} set
      attempt_count = attempt_count + 1,
      next_attempt_at = now() + least(power(2, least(attempt_count, 12)), 3600) * interval '1 second'
    where status = 'pending' and generation = ${generation} and ${sql.ref(work.id)} = ${id}
    returning (extract(epoch from next_attempt_at - now()) * 1000)::float8 as due_in_ms`);
