/**
 * All of the executor's queries, each a single statement. All times are the database's (`now()`), so processes
 * whose clocks differ agree on what is due.
 */
import type pg from "pg";
import type { StoredEvent } from "./events.ts";
import type { Plan } from "./function-config.ts";
import { insertRunsFrom } from "./insert-runs.ts";

export type NewRun = {
  id: string;
  functionId: string;
  /** An event starts a function once. */
  eventId: string;
  event: StoredEvent;
  queue: string;
  /** What its limits count it under: a key per limit, or its queue. */
  limitKeys: string[];
};

/** A finished step: its ID (a hash made by the SDK) and its result. */
export type StepResult = { id: string; data: unknown } | { id: string; error: unknown };

/** A run that this process holds, with everything a call needs. */
export type ClaimedRun = {
  id: string;
  functionId: string;
  event: StoredEvent;
  steps: StepResult[];
  attempt: number;
  /** Fencing token: writes with an older one are dropped. */
  lease: number;
  /** True if its last holder was lost. */
  takenOver: boolean;
  limitKeys: string[];
};

/** The state in which a run is released. */
export type RunUpdate = {
  attempt: number;
  status: "running" | "completed" | "failed";
  waitMs: number;
  /** The output or error of a run that has ended. */
  result: unknown;
};

export type Release = {
  run: ClaimedRun;
  /** How many of its steps are stored already. */
  stored: number;
  update: RunUpdate;
  /** When its wait began, by this process's clock. */
  releasedAt: number;
};

/** As stored: JSON as text, byte for byte. */
type StoredRun = Omit<ClaimedRun, "event" | "steps"> & { event: string; steps: string[] };

/** A pool, or a connection with an open transaction. */
type Connection = pg.Pool | pg.ClientBase;
type Lease = Pick<ClaimedRun, "id" | "lease">;

// A broken connection may never respond, so don't wait longer than the server's statement timeout.
const TIMEOUT_MS = 20_000;

/** @param name prepares the statement once per connection */
function query<Row extends pg.QueryResultRow>(
  connection: Connection,
  name: string | undefined,
  text: string,
  values: unknown[],
) {
  const config = { name: name && `executor_${name}`, text, values, query_timeout: TIMEOUT_MS };
  return connection.query<Row>(config as pg.QueryConfig);
}

const ids = (leases: Lease[]) => [leases.map(({ id }) => id), leases.map(({ lease }) => lease)];

const INSERT_RUNS = `${insertRunsFrom("$1")} on conflict do nothing`;

/**
 * A lone surrogate in a key would fail the whole statement.
 * @param leaseMs 0 if nobody holds the run yet
 */
export const runRow = (run: NewRun, leaseMs = 0) => ({
  id: run.id,
  function_id: run.functionId,
  event_id: run.eventId.toWellFormed(),
  event: JSON.stringify(run.event),
  queue: run.queue.toWellFormed(),
  limit_keys: run.limitKeys.map((key) => key.toWellFormed()),
  lease_ms: leaseMs,
});

/** Adds runs, skipping events that the function already has. @returns how many were added */
export async function insertRuns(connection: Connection, runs: NewRun[]): Promise<number> {
  const json = JSON.stringify(runs.map((run) => runRow(run)));
  const { rowCount } = await query(connection, "insert_runs", INSERT_RUNS, [json]);
  return rowCount ?? 0;
}

/**
 * Claims due runs within the limits, so that neither a long queue nor a full one delays another.
 * Scheduling is fair: queues with the least in progress come first, counted by the last key of their limits
 * (such as a tenant), then by the first (such as one of its endpoints).
 * `queued` is a skip scan of the index, one probe per queue, and `head` takes the heads of the queues with
 * free slots. With two limits, each counts all queues with its value, so the heads of several queues are
 * cut once per limit. Limits hold across processes without a lock: concurrent claims see the same heads, so
 * one gets them and the others skip them. Only if heads change at that very moment can a limit be exceeded,
 * by one claim.
 */
const CLAIM_RUNS = `
  with recursive queued as (
    (
      select queue, function_id, due_at, concurrency_keys from executor_run
      where due_at is not null order by queue, due_at limit 1
    )
    union all
    select later.* from queued cross join lateral (
      select r.queue, r.function_id, r.due_at, r.concurrency_keys from executor_run r
      where r.due_at is not null and r.queue > queued.queue
      order by r.queue, r.due_at limit 1
    ) later
  ),
  -- A lost holder's run doesn't count, or it would block its own queue.
  busy as (
    select key, count(*)::int as held
    from executor_run cross join unnest(concurrency_keys) as key
    where held and due_at > now() group by key
  ),
  with_room as (
    select queue, first_key, last_key, coalesce(first.held, 0) as first_held,
      coalesce(last.held, 0) as last_held, first_limit - coalesce(first.held, 0) as first_room,
      last_limit - coalesce(last.held, 0) as last_room
    from queued join unnest($2::text[], $3::int[], $4::int[])
      as known (function_id, first_limit, last_limit) using (function_id)
    cross join lateral (
      select concurrency_keys[1] as first_key, coalesce(concurrency_keys[2], queue) as last_key
    ) keys
    left join busy first on first.key = first_key
    left join busy last on last.key = last_key
    where queued.due_at <= now()
  ),
  -- Twice as many as wanted from a queue without a limit, since others may be claiming some of them.
  head as (
    select with_room.*, due.* from with_room cross join lateral (
      select r.id, r.due_at, row_number() over (order by r.due_at, r.id) as place
      from executor_run r
      where r.queue = with_room.queue and r.due_at <= now()
      order by r.due_at, r.id
      limit greatest(0, least($1::int * 2, first_room, last_room))
    ) due
  ),
  in_turn as (
    select *, last_held + row_number() over same_last as turn, row_number() over same_last as nth_of_last
    from head
    window same_last as (partition by last_key order by first_held + place, due_at, id)
  ),
  within_last as (
    select *, row_number() over (partition by first_key order by turn, due_at, id) as nth_of_first
    from in_turn where last_room is null or nth_of_last <= last_room
  ),
  candidate as materialized (
    select id, due_at, turn from within_last where first_room is null or nth_of_first <= first_room
  ),
  taken as materialized (
    select r.id, r.held from candidate join executor_run r using (id)
    -- Checked again on the locked row, which may have been claimed since.
    where r.due_at <= now()
    order by candidate.turn, candidate.due_at, candidate.id
    limit $1 for update of r skip locked
  )
  update executor_run r set
    lease = r.lease + 1,
    held = true,
    attempt = r.attempt + taken.held::int,
    due_at = now() + $5 * interval '1 millisecond'
  from taken where r.id = taken.id
  returning r.id, r.function_id as "functionId", r.event, r.steps, r.attempt, r.lease,
    taken.held as "takenOver", r.concurrency_keys as "limitKeys"`;

/** Claims up to `count` due runs of the given functions, within their limits. */
export async function claimRuns(
  pool: pg.Pool,
  plans: Plan[],
  count: number,
  leaseMs: number,
): Promise<ClaimedRun[]> {
  const { rows } = await query<StoredRun>(pool, "claim_runs", CLAIM_RUNS, [
    count,
    plans.map((plan) => plan.id),
    plans.map((plan) => plan.concurrency[0]?.limit ?? null),
    plans.map((plan) => plan.concurrency[1]?.limit ?? null),
    leaseMs,
  ]);
  return rows.map((row) => ({
    ...row,
    event: JSON.parse(row.event),
    steps: row.steps.map((step) => JSON.parse(step)),
    lease: Number(row.lease),
  }));
}

/** New steps follow those already stored, so that a repeated write doesn't add any twice. */
const newSteps = ({ steps }: ClaimedRun, stored: number) =>
  steps.slice(stored).map((step) => JSON.stringify(step));

/**
 * Fenced, as all writes are: only under the lease that the writer claimed. A run that continues keeps its lease, which
 * only heartbeats extend, so no index changes.
 */
const STORE_STEPS = `
  update executor_run set steps = steps[:$3::int] || $4::text[], attempt = 0
  where id = $1 and lease = $2 and held`;

/** Writes a run's new steps. @returns false if the lease was lost and nothing was written */
export async function storeSteps(pool: pg.Pool, run: ClaimedRun, stored: number): Promise<boolean> {
  const values = [run.id, run.lease, stored, newSteps(run, stored)];
  // Not prepared: a plan made while the table is small would scan it until it's analyzed.
  const { rowCount } = await query(pool, undefined, STORE_STEPS, values);
  return rowCount === 1;
}

/** The IDs are an array, too, so that no plan scans the table. */
const RELEASE_RUNS = `
  update executor_run r set
    steps = r.steps[:stored] || new_steps,
    attempt = ended.attempt,
    status = ended.status,
    held = false,
    due_at = case when ended.status = 'running' then now() + wait_ms * interval '1 millisecond' end,
    output = case when ended.status = 'completed' then result end,
    error = case when ended.status = 'failed' then result end,
    ended_at = case when ended.status <> 'running' then now() end
  from json_to_recordset($1::json) as ended (id uuid, lease bigint, stored int, new_steps text[],
    attempt int, status text, wait_ms float8, result text)
  where r.id = any($2::uuid[]) and r.id = ended.id and r.lease = ended.lease and r.held`;

/** Writes the last state of runs that this process held. Those whose lease was lost are skipped. */
export async function releaseRuns(pool: pg.Pool, releases: Release[]): Promise<void> {
  const now = Date.now();
  const rows = releases.map(({ run, stored, update, releasedAt }) => ({
    id: run.id,
    lease: run.lease,
    stored,
    new_steps: newSteps(run, stored),
    attempt: update.attempt,
    status: update.status,
    wait_ms: Math.max(0, update.waitMs - (now - releasedAt)),
    result: JSON.stringify(update.result ?? null),
  }));
  const ids = rows.map(({ id }) => id);
  await query(pool, "release_runs", RELEASE_RUNS, [JSON.stringify(rows), ids]);
}

/** Skips locked rows: the next heartbeat comes long before the lease ends. */
const EXTEND_LEASES = `
  update executor_run r set due_at = now() + $3 * interval '1 millisecond'
  from (
    select e.id from executor_run e join unnest($1::uuid[], $2::bigint[]) as mine (id, lease)
      on e.id = mine.id and e.lease = mine.lease
    where e.held for update of e skip locked
  ) beating
  where r.id = beating.id`;

export async function extendLeases(pool: pg.Pool, leases: Lease[], leaseMs: number): Promise<void> {
  await query(pool, "extend_leases", EXTEND_LEASES, [...ids(leases), leaseMs]);
}

/** The database's time, in milliseconds. */
export async function databaseTime(pool: pg.Pool): Promise<number> {
  const text = "select floor(extract(epoch from now()) * 1000)::float8 as ms";
  const { rows } = await query<{ ms: number }>(pool, "database_time", text, []);
  return rows[0]?.ms ?? 0;
}

/** In batches, so that nothing waits long for its locks. */
const PRUNE_RUNS = `
  delete from executor_run where id in (
    select id from executor_run where ended_at < now() - $1::float8 * interval '1 millisecond'
    order by ended_at limit $2 for update skip locked
  )`;

/** Deletes up to `count` runs that ended longer ago than this. */
export async function pruneRuns(pool: pg.Pool, ageMs: number, count: number): Promise<number> {
  const { rowCount } = await query(pool, "prune_runs", PRUNE_RUNS, [ageMs, count]);
  return rowCount ?? 0;
}
