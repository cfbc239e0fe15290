/**
 * SQL that inserts runs, whose event is JSON as text, kept byte for byte. An application can make it part of its own
 * statement.
 * @param rows an expression with the rows as JSON
 */
export const insertRunsFrom = (rows: string): string => `
  insert into executor_run
    (id, function_id, event_id, event, queue, concurrency_keys, held, lease, due_at)
  select id, function_id, event_id, event, queue, limit_keys, lease_ms > 0, (lease_ms > 0)::int,
    now() + lease_ms * interval '1 millisecond'
  from json_to_recordset(${rows}::json) as run (id uuid, function_id text, event_id text, event text,
    queue text, limit_keys text[], lease_ms float8)`;

/** New runs, to be inserted by the caller in its own statement or transaction. */
export type PreparedRuns<Run> = {
  runs: Run[];
  /** As JSON, for `insertRunsFrom`. */
  rows: string;
  /** Call this after the commit: starts those that were inserted (all, by default) and that this process holds. */
  begin: (isInserted?: (run: Run) => boolean) => void;
  /** Call this if none were inserted. */
  discard: () => void;
};
