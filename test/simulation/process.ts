/** One process of the service: an executor with the real functions, and a dispatcher. */
import { Inngest } from "inngest";
import { pino } from "pino";
import { correctDonations, replayEvents } from "#inngest/functions/emails-and-replays.ts";
import { deliverWebhooks, pushDonationCredits } from "#inngest/functions/pushes-and-deliveries.ts";
import {
  announceRecurrences,
  closeBatches,
  closeStatements,
  sweepUnfinished,
} from "#inngest/functions/scheduled.ts";
import { Executor } from "#inngest-postgres/executor.ts";
import { pool } from "#lib/database/pool.ts";
import { Attempts, type Begin } from "#lib/jobs/attempts.ts";
import { dispatchJobs } from "#lib/jobs/dispatch.ts";
import type { Engine } from "#lib/jobs/engines.ts";
import type { JobRow } from "#lib/jobs/enqueue.ts";
import { groupAll } from "#lib/jobs/groups.ts";
import { createTargets } from "#lib/jobs/targets.ts";
import type { Clock } from "./clock.ts";

const QUIET = pino({ level: "silent" });
const FUNCTIONS = [
  correctDonations,
  replayEvents,
  sweepUnfinished,
  announceRecurrences,
  closeBatches,
  closeStatements,
];

export type ServiceProcess = Awaited<ReturnType<typeof startProcess>>;

/**
 * Creates a process whose loops are run by the simulation.
 * @param clock the simulated time
 * @param begin starts the attempts of a group
 * @param engine the engine for which it forms groups
 * @param spawn starts work on a run that it holds from the start
 */
export async function startProcess(
  name: string,
  clock: Clock,
  begin: Begin,
  engine: Engine,
  spawn: (work: () => Promise<void>) => void,
) {
  const known = createTargets(clock.now, (ms, reached) => {
    clock.timer(ms, reached);
    return () => {};
  });
  const attempts = new Attempts(() => known, begin);
  const executor = new Executor({
    pool,
    log: QUIET,
    // So few that some runs are held from the start, and others have to be claimed.
    slots: 4,
    spawn,
    backoffMs: (attempt) => 1_000 * (attempt + 1),
    databaseRetryMs: 0,
  });
  const client = new Inngest({
    id: "points-to-donation",
    logger: QUIET,
    ...executor.clientOptions,
  });
  await executor.prepare({
    client,
    functions: [
      ...FUNCTIONS.map((make) => make(client)),
      pushDonationCredits(client, attempts),
      deliverWebhooks(client, attempts),
    ],
  });
  return {
    name,
    /** Alive, but doing nothing, not even renewing leases, like a suspended machine. */
    frozen: false,
    renewLeases: () => executor.renewLeases(),
    /** Starts functions whose cron tick has come. */
    tick: () => executor.tick(),
    /** Makes the runs of jobs, as the embedded executor does in the transaction that causes them. */
    prepare: (jobs: JobRow[]) => executor.prepareRuns(groupAll(jobs, known, engine)),
    /** Dispatches jobs. */
    dispatch: async () => void (await dispatchJobs(executor.addRuns, { known, on: engine })),
    /** Claims a run and works on it until it ends or waits. */
    async work(): Promise<void> {
      for (const run of await executor.claim(1)) await executor.work(run);
    },
  };
}
