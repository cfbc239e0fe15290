/** Whether this process can do its work. */
import { pool } from "../db.ts";

/** Asks the database, and how old the oldest promise is that nobody has taken up. */
export async function checkReadiness() {
  const { rows } = await pool().query<{ waiting: number }>(
    `select coalesce(extract(epoch from now() - min(created_at)), 0)::int as waiting from outbox`,
  );
  return { status: "ready", oldest_waiting_job_seconds: rows[0]?.waiting ?? 0 };
}
