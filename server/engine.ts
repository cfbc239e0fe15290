/** The durable engine of this process: the relay, and the executor where it is embedded. */
import { createInngestClient } from "#inngest/client.ts";
import { durableFunctions } from "#inngest/index.ts";
import { startRelay } from "./relay.ts";

/** Starts both. @returns a function that stops them and hands over what is left */
export async function startEngine(): Promise<() => Promise<void>> {
  const { client, executor } = createInngestClient();
  await executor?.start({ client, functions: durableFunctions(client) });
  const stopRelay = startRelay((events) => client.send(events));
  return async () => {
    await stopRelay();
    await executor?.stop();
  };
}
