/** The executor's SQL. `store.ts` gives the parameters their names. */

export type Statement = { name: string | undefined; text: string };

/** Prepared once per connection. */
const statement = (name: string, text: string): Statement => ({ name: `executor_${name}`, text });

/** A run counts under two keys or, if its function has fewer limits, under its queue. */
const CONCURRENCY_KEYS =
  "case when second_key is null then '{}' else array[first_key, second_key] end";

/** The fields of a run to be inserted. Its event is JSON as text, kept byte for byte. */
const RUN_FIELDS =
  "id uuid, function_id text, event_id text, event text, queue text, first_key text, second_key text";

/** The unique key on function and event deduplicates; the rest of the batch is inserted. */
export const insertRuns = statement(
  "insert_runs",
  `
  insert into executor_run (id, function_id, event_id, event, queue, concurrency_keys)
  select id, function_id, event_id, event, queue, ${CONCURRENCY_KEYS}
  from json_to_recordset($1::json) as run (${RUN_FIELDS})
  on conflict do nothing`,
);

/**
 * Claims due runs, within the limits, so that neither a long queue nor a full one delays another.
 * Scheduling is fair: queues with the least in progress come first, counted by the last key of their limits
 * (such as a tenant), and among these by the first (such as one of its endpoints).
 * `queued` is a skip scan of the index, one probe per queue, and `head` takes the heads of the queues with
 * free slots. With two limits, each counts all queues with its value, so the heads of several queues are
 * cut once for each limit. Limits hold across processes without a lock: concurrent claims see the same
 * heads, so that one gets them and the others skip them. Only if heads change at that very moment can a
 * limit be exceeded, by one claim.
 */
export const claimRuns = statement(
  "claim_runs",
  `
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
  -- A lost holder's run does not count: else it would bar its own queue.
  busy as (
    select key, count(*)::int as held
    from executor_run
    cross join unnest(case when concurrency_keys = '{}' then array[queue] else concurrency_keys end) as key
    where held and due_at > now() group by key
  ),
  counted as (
    select queue, known.first_limit, coalesce(concurrency_keys[1], queue) as first_key,
      case when concurrency_keys <> '{}' then known.last_limit end as last_limit,
      coalesce(concurrency_keys[2], queue) as last_key
    from queued join unnest($2::text[], $3::int[], $4::int[])
      as known (function_id, first_limit, last_limit) using (function_id)
    where queued.due_at <= now()
  ),
  with_room as (
    select queue, first_key, last_key, coalesce(first.held, 0) as first_held,
      coalesce(last.held, 0) as last_held, first_limit - coalesce(first.held, 0) as first_room,
      last_limit - coalesce(last.held, 0) as last_room
    from counted
    left join busy first on first.key = first_key
    left join busy last on last.key = last_key
  ),
  -- Twice as many as wanted of a queue without limit, for those that somebody else is just taking.
  head as (
    select with_room.*, due.* from with_room cross join lateral (
      select r.id, r.due_at, row_number() over (order by r.due_at) as place
      from executor_run r
      where r.queue = with_room.queue and r.due_at <= now()
      order by r.due_at
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
    -- Again, on the row as it is by now: it may have been claimed since.
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
    taken.held as "takenOver"`,
);

/**
 * Writes results and next steps, fenced: only under the lease that the writer claimed with. A run that
 * continues keeps its lease, which only heartbeats extend, so its row changes no index.
 * Not prepared: a plan that is made while the table is small would scan it forever after.
 */
export const updateRuns: Statement = {
  name: undefined,
  text: `
  with change as (
    select * from json_to_recordset($1::json) as change (id uuid, lease bigint, known_steps int,
      steps text, attempt int, status text, held boolean, wait_ms float8, result text)
  )
  update executor_run r set
    steps = r.steps[:change.known_steps]
      || array(select step::text from json_array_elements(change.steps::json) as step),
    attempt = change.attempt,
    status = change.status,
    held = change.held,
    due_at = case
      when change.held then r.due_at
      when change.status = 'running' then now() + change.wait_ms * interval '1 millisecond'
    end,
    output = case when change.status = 'completed' then change.result end,
    error = case when change.status = 'failed' then change.result end,
    ended_at = case when change.status <> 'running' then now() end
  from change where r.id = change.id and r.lease = change.lease and r.held
  returning r.id`,
};

/** Skips rows that are being written: the next heartbeat comes long before the lease ends. */
export const extendLeases = statement(
  "extend_leases",
  `
  update executor_run r set due_at = now() + $3 * interval '1 millisecond'
  from (
    select e.id from executor_run e join unnest($1::uuid[], $2::bigint[]) as mine (id, lease)
      on e.id = mine.id and e.lease = mine.lease
    where e.held for update of e skip locked
  ) beating
  where r.id = beating.id`,
);

export const releaseRuns = statement(
  "release_runs",
  `
  update executor_run r set held = false, due_at = now()
  from unnest($1::uuid[], $2::bigint[]) as mine (id, lease)
  where r.id = mine.id and r.lease = mine.lease and r.held`,
);

export const databaseTime = statement(
  "database_time",
  `select floor(extract(epoch from now()) * 1000)::float8 as ms`,
);

/** In batches, so that nothing waits long for its locks. */
export const pruneRuns = statement(
  "prune_runs",
  `
  delete from executor_run where id in (
    select id from executor_run where ended_at < now() - $1::float8 * interval '1 millisecond'
    order by ended_at limit $2 for update skip locked
  )`,
);
