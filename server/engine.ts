/** What runs jobs in this process: the dispatcher, and the executor if it is embedded. */
import { createInngestClient } from "#inngest/client.ts";
import { durableFunctions } from "#inngest/index.ts";
import { afterCommit } from "#lib/database/transaction.ts";
import { type StartRuns, startDispatcher } from "#lib/jobs/dispatch.ts";

/** Starts both. @returns a function that stops them after the work at hand */
export async function startEngine(): Promise<() => Promise<void>> {
  const { client, executor } = createInngestClient();
  await executor?.start({ client, functions: durableFunctions(client) });
  const startRuns: StartRuns = executor
    ? async (jobs, tx) => {
        await executor.addRuns(jobs, tx);
        afterCommit(tx, executor.wake);
      }
    : (jobs) => client.send(jobs);
  const stopDispatcher = startDispatcher(startRuns);
  return async () => {
    await stopDispatcher();
    await executor?.stop();
  };
}
