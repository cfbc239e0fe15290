/** What runs jobs in this process: the dispatcher, and the executor if it is embedded. */
import type { Inngest } from "inngest";
import { createInngestClient } from "#inngest/client.ts";
import { durableFunctions } from "#inngest/index.ts";
import { register } from "#inngest/serve.ts";
import { afterCommit } from "#lib/database/transaction.ts";
import { type StartRuns, startDispatcher } from "#lib/jobs/dispatch.ts";

type Executor = NonNullable<ReturnType<typeof createInngestClient>["executor"]>;
type Stop = () => Promise<void>;

/** Starts both. @returns a function that stops them after the work at hand */
export function startEngine(): Promise<Stop> {
  const { client, executor } = createInngestClient();
  return executor ? startExecutor(client, executor) : startSending(client);
}

async function startExecutor(client: Inngest, executor: Executor): Promise<Stop> {
  await executor.start({ client, functions: durableFunctions(client) });
  const startRuns: StartRuns = async (jobs, tx) => {
    await executor.addRuns(jobs, tx);
    afterCommit(tx, executor.wake);
  };
  const stopDispatcher = startDispatcher(startRuns);
  return async () => {
    await stopDispatcher();
    await executor.stop();
  };
}

/** Jobs wait until the server has taken the functions; nothing else waits for that. */
async function startSending(client: Inngest): Promise<Stop> {
  const stopping = new AbortController();
  const dispatching = register(client, stopping.signal).then(() =>
    stopping.signal.aborted ? undefined : startDispatcher((jobs) => client.send(jobs)),
  );
  return async () => {
    stopping.abort();
    const stopDispatcher = await dispatching;
    await stopDispatcher?.();
  };
}
