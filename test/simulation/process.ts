/** One process of the service: its executor with the real functions, and its dispatcher. */
import { Inngest } from "inngest";
import { pino } from "pino";
import { announceRecurrences } from "#inngest/functions/announce-recurrences.ts";
import {
  deliverWebhooksApart,
  deliverWebhooksTogether,
  pushCreditsApart,
  pushCreditsTogether,
} from "#inngest/functions/attempt-together.ts";
import { deliverWebhook } from "#inngest/functions/deliver-webhook.ts";
import { pushDonationCredit } from "#inngest/functions/push-donation-credit.ts";
import { replayEvents } from "#inngest/functions/replay-events.ts";
import { sweepUnfinished } from "#inngest/functions/sweep-unfinished.ts";
import { createExecutor } from "#inngest-postgres/executor.ts";
import { pool } from "#lib/database/pool.ts";
import { dispatchJobs } from "#lib/jobs/dispatch.ts";
import type { Engine } from "#lib/jobs/engines.ts";
import { createFirstAttempts, type Stage } from "#lib/jobs/first-attempts.ts";
import { createGroups } from "#lib/jobs/groups.ts";

const QUIET = pino({ level: "silent" });
const FUNCTIONS = [
  pushDonationCredit,
  deliverWebhook,
  replayEvents,
  sweepUnfinished,
  announceRecurrences,
];
const TOGETHER = [
  pushCreditsTogether,
  pushCreditsApart,
  deliverWebhooksTogether,
  deliverWebhooksApart,
];

export type ServiceProcess = Awaited<ReturnType<typeof startProcess>>;

/**
 * Creates a process whose loops are run by the simulation.
 * @param now the simulated time, in milliseconds
 * @param stages make the first attempts of a group, and of one that is kept apart
 * @param of the engine whose groups it forms
 */
export async function startProcess(
  name: string,
  now: () => number,
  stages: { together: Stage; apart: Stage },
  of: Engine,
) {
  const known = createGroups(now);
  const attempts = createFirstAttempts(known, { ...stages, of: () => of });
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
    functions: [
      ...FUNCTIONS.map((make) => make(client)),
      ...TOGETHER.map((make) => make(client, () => attempts)),
    ],
  });
  return {
    name,
    /** It is alive but does nothing, not even renew its leases: a suspended machine. */
    frozen: false,
    async renewLeases(): Promise<void> {
      await turns.renewLeases();
      await attempts.renewHolds();
    },
    /** Starts functions whose cron tick has come. */
    tick: async () => void (await turns.tick()),
    /** Dispatches jobs. */
    dispatch: async () => void (await dispatchJobs(executor.addRuns, { known, of })),
    /** Claims a run and works on it until it ends or waits. */
    async work(): Promise<void> {
      for (const run of await turns.claim(1)) await turns.work(run);
    },
  };
}
