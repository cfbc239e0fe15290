/** Readiness of this process. */

import { ServiceError } from "../errors.ts";
import { engineProblem, missingEngine } from "../jobs/engines.ts";
import { oldestWaiting } from "../jobs/sql.ts";
import { perProcess } from "../singleton.ts";
import { pressureReason } from "../storage/pressure.ts";

const readiness = perProcess("readiness", () => ({ stopping: false }));

/** Marks the process as stopping: it is no longer ready, and only finishes its current work. */
export function beginStopping(): void {
  readiness().stopping = true;
}

/**
 * Checks the database and the age of the oldest job. Two problems are reported but leave the process ready: jobs that
 * wait because the Inngest server hasn't registered the functions or rejects jobs, since donations are still accepted,
 * and a nearly full database, since reads and deliveries still work.
 * @throws ServiceError SERVICE_UNAVAILABLE while the process stops, or if it refuses gifts because nothing would
 *   ever process them; and database errors
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
