/** What runs jobs in this process: the dispatcher and, if it's embedded, the executor. */
import { setTimeout } from "node:timers/promises";
import type { Inngest } from "inngest";
import { isDatabaseUnavailable } from "#lib/database/errors.ts";
import { addHook } from "#lib/database/transaction.ts";
import { type StartRuns, startDispatcher } from "#lib/jobs/dispatch.ts";
import { engine, localEngine, recordEngineResult, recordRegistration } from "#lib/jobs/engines.ts";
import { groupAll } from "#lib/jobs/groups.ts";
import { targets } from "#lib/jobs/targets.ts";
import { log } from "#lib/log.ts";
import { createInngestClient } from "./client.ts";
import { durableFunctions } from "./index.ts";
import { register } from "./serve.ts";

type Executor = NonNullable<ReturnType<typeof createInngestClient>["executor"]>;
type Stop = () => Promise<void>;

const MAX_REGISTRATIONS = 10;
const REGISTRATION_DELAY_MS = 1_000;

/** Starts both. @returns a function that stops them after the work in progress */
export function startEngine(): Promise<Stop> {
  const { client, executor } = createInngestClient();
  return executor ? startExecutor(client, executor) : startSending(client);
}

async function startExecutor(client: Inngest, executor: Executor): Promise<Stop> {
  await executor.start({ client, functions: durableFunctions(client) });
  // For jobs of other processes, such as the operator's commands.
  const startRuns: StartRuns = async (jobs, tx) => {
    await executor.addRuns(jobs, tx);
    addHook(tx, "afterCommit", executor.wake);
  };
  const stopDispatcher = startDispatcher(startRuns);
  await registerExecutor();
  localEngine().prepare = (jobs) => executor.prepareRuns(groupAll(jobs, targets(), engine()));
  return async () => {
    localEngine.reset();
    await stopDispatcher();
    await executor.stop();
  };
}

/** Retries if the database is unavailable: a busy machine may take longer to connect than a request would wait. */
async function registerExecutor(attempt = 1): Promise<void> {
  try {
    await recordRegistration();
  } catch (error) {
    if (attempt === MAX_REGISTRATIONS || !isDatabaseUnavailable(error)) throw error;
    log().warn({ err: error, attempt }, "couldn't record the executor's registration");
    await setTimeout(REGISTRATION_DELAY_MS);
    await registerExecutor(attempt + 1);
  }
}

/** Jobs wait until the server has registered the functions; startup doesn't. */
async function startSending(client: Inngest): Promise<Stop> {
  const stopping = new AbortController();
  const send: StartRuns = async (jobs) => {
    try {
      await client.send(jobs);
      recordEngineResult(null);
    } catch (error) {
      recordEngineResult({ what: "jobs not accepted", reason: (error as Error).message });
      throw error;
    }
  };
  const dispatching = register(client, stopping.signal).then(() => {
    return stopping.signal.aborted ? undefined : startDispatcher(send);
  });
  return async () => {
    stopping.abort();
    const stopDispatcher = await dispatching;
    await stopDispatcher?.();
  };
}
