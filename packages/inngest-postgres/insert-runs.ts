/**
 * SQL that inserts runs. It stands before and after an expression with their rows as JSON, so that an application can make
 * it part of its own statement. An event is JSON as text, kept byte for byte.
 */
export const INSERT_RUNS_FROM = [
  `insert into executor_run
    (id, function_id, event_id, event, queue, concurrency_keys, held, lease, due_at)
  select id, function_id, event_id, event, queue, limit_keys, lease_ms > 0, (lease_ms > 0)::int,
    now() + lease_ms * interval '1 millisecond'
  from json_to_recordset(`,
  `::json) as run (id uuid, function_id text, event_id text, event text, queue text, limit_keys text[],
    lease_ms float8)`,
] as const;
