/** One process of the service: its executor with the real functions, and its dispatcher. */
import { Inngest } from "inngest";
import { pino } from "pino";
import { announceRecurrences } from "#inngest/functions/announce-recurrences.ts";
import { deliverWebhook } from "#inngest/functions/deliver-webhook.ts";
import { pushDonationCredit } from "#inngest/functions/push-donation-credit.ts";
import { replayEvents } from "#inngest/functions/replay-events.ts";
import { sweepUnfinished } from "#inngest/functions/sweep-unfinished.ts";
import { createExecutor } from "#inngest-postgres/executor.ts";
import { pool } from "#lib/database/pool.ts";
import { dispatchJobs } from "#lib/jobs/dispatch.ts";

const QUIET = pino({ level: "silent" });
const FUNCTIONS = [
  pushDonationCredit,
  deliverWebhook,
  replayEvents,
  sweepUnfinished,
  announceRecurrences,
];

export type ServiceProcess = Awaited<ReturnType<typeof startProcess>>;

/** Creates a process whose loops are run by the simulation. @param now the simulated time, in milliseconds */
export async function startProcess(name: string, now: () => number) {
  const executor = createExecutor({
    pool,
    log: QUIET,
    // One run at a time per process: concurrency is simulated across processes.
    slots: 1,
    backoffMs: (attempt) => 1_000 * (attempt + 1),
    pauseMs: () => 0,
    elapsedMs: now,
  });
  const client = new Inngest({
    id: "points-to-donation",
    logger: QUIET,
    ...executor.clientOptions,
  });
  const turns = await executor.prepare({
    client,
    functions: FUNCTIONS.map((make) => make(client)),
  });
  return {
    name,
    /** It is alive but does nothing, not even renew its leases: a suspended machine. */
    frozen: false,
    renewLeases: turns.renewLeases,
    /** Starts functions whose cron tick has come. */
    tick: async () => void (await turns.tick()),
    /** Dispatches jobs. */
    dispatch: async () => void (await dispatchJobs(executor.addRuns)),
    /** Claims a run and works on it until it ends or waits. */
    async work(): Promise<void> {
      for (const run of await turns.claim(1)) await turns.work(run);
    },
  };
}
