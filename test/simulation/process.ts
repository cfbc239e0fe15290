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

/** Starts one that does nothing by itself. @param now the simulated time, in milliseconds */
export async function startProcess(name: string, now: () => number) {
  const executor = createExecutor({
    pool,
    log: QUIET,
    // Work that shares nothing within its process: what goes on side by side does so in several.
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
    /** It lives and does nothing, nor does it renew its leases: a machine that was suspended. */
    frozen: false,
    renewLeases: turns.renewLeases,
    /** Starts what has come round by the clock. */
    tick: async () => void (await turns.tick()),
    /** Starts the runs of jobs. */
    dispatch: async () => void (await dispatchJobs(executor.addRuns)),
    /** Claims a run and works on it until it ends or waits. */
    async work(): Promise<void> {
      for (const run of await turns.claim(1)) await turns.work(run);
    },
  };
}
