/** Whether this process can do its work. */
import { pool } from "../database/pool.ts";
import { promptStatement } from "../database/run.ts";
import { ServiceError } from "../errors.ts";
import { perProcess } from "../singleton.ts";

const readiness = perProcess("readiness", () => ({ stopping: false }));

/** From now on the process is not ready: it takes no new work, and ends what it has. */
export function beginStopping(): void {
  readiness().stopping = true;
}

/**
 * Asks the database, and how old the oldest promise is that nobody has taken up: the first by its
 * id, so that a long outbox makes no long question.
 * @throws ServiceError SERVICE_UNAVAILABLE while the process stops; what the database throws
 */
export async function checkReadiness() {
  if (readiness().stopping) throw new ServiceError("SERVICE_UNAVAILABLE");
  const { rows } = await pool().query<{ waiting: number }>(
    promptStatement(`select greatest(0, extract(epoch from now() - created_at))::int as waiting
       from outbox order by id limit 1`),
  );
  return { status: "ready", oldest_waiting_job_seconds: rows[0]?.waiting ?? 0 };
}
