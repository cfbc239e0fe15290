/** Whether this process can do its work. */
import { ServiceError } from "../errors.ts";
import { oldestWaiting } from "../jobs/sql.ts";
import { perProcess } from "../singleton.ts";

const readiness = perProcess("readiness", () => ({ stopping: false }));

/** From now on the process is not ready: it takes no new work, and ends what it has. */
export function beginStopping(): void {
  readiness().stopping = true;
}

/**
 * Asks the database, and how long the oldest job has been waiting there.
 * @throws ServiceError SERVICE_UNAVAILABLE while the process stops; what the database throws
 */
export async function checkReadiness() {
  if (readiness().stopping) throw new ServiceError("SERVICE_UNAVAILABLE");
  const [oldest] = await oldestWaiting({});
  return { status: "ready", oldest_waiting_job_seconds: oldest?.seconds ?? 0 };
}
