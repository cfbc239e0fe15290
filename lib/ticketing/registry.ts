/** The adapters of each environment. Nothing in a sandbox can reach a real platform. */
import { env } from "../env.ts";
import { PlatformMisconfigured, type TicketingAdapter } from "./adapter.ts";
import { batchFiles } from "./batch.ts";
import { rest } from "./rest.ts";
import { stub } from "./stub.ts";

const ADAPTERS: Record<"sandbox" | "production", Record<string, TicketingAdapter>> = {
  // In a sandbox, `rest` only reaches loopback; lib/ticketing/rest.ts enforces it.
  sandbox: { stub, rest, batch: batchFiles },
  production: { rest, batch: batchFiles },
};

/** The adapter with this name in this environment. @throws PlatformMisconfigured if there is none */
export function adapterFor(name: string): TicketingAdapter {
  const adapter = ADAPTERS[env().environment][name];
  if (!adapter)
    throw new PlatformMisconfigured(`the adapter "${name}" doesn't exist in this environment`);
  return adapter;
}
