/** Readiness of this process. */
import { pressureReason } from "../auth/storage/pressure.ts";
import { ServiceError } from "../errors.ts";
import { engineProblem, missingEngine } from "../jobs/engines.ts";
import { oldestWaiting } from "../jobs/sql.ts";
import { perProcess } from "../singleton.ts";

const readiness = perProcess("readiness", () => ({ stopping: false }));

/** Marks the process as stopping: it is no longer ready, and only finishes the work that it has. */
export function beginStopping(): void {
  readiness().stopping = true;
}

/**
 * Checks the database and the age of the oldest job, and says so if jobs wait because the Inngest server has not taken
 * the functions or does not accept jobs: donations are accepted meanwhile.
 * A database that is nearly full is said, too, and is no reason to get no requests: reads and deliveries go on.
 * @throws ServiceError SERVICE_UNAVAILABLE while the process stops, or if it refuses gifts because nothing would
 *   ever move them; and database errors
 */
export async function checkReadiness() {
  if (readiness().stopping) throw new ServiceError("SERVICE_UNAVAILABLE");
  const [oldest] = await oldestWaiting({});
  const reason = await missingEngine();
  if (reason) throw new ServiceError("SERVICE_UNAVAILABLE", { details: { reason } });
  const problem = engineProblem();
  const disk = pressureReason();
  return {
    status: "ready",
    oldest_waiting_job_seconds: oldest?.seconds ?? 0,
    ...(disk ? { disk } : {}),
    ...(problem ? { inngest: problem.what } : {}),
  };
}
