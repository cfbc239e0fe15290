/** The adapters of each environment. Nothing in a sandbox can reach a real platform. */
import { env } from "../env.ts";
import { NO_API, PlatformMisconfigured, type TicketingAdapter } from "./adapter.ts";
import { rest } from "./rest.ts";
import { stub } from "./stub.ts";

const ADAPTERS: Record<"sandbox" | "production", Record<string, TicketingAdapter | null>> = {
  // In a sandbox, `rest` only reaches loopback; lib/ticketing/rest.ts enforces it.
  sandbox: { stub, rest, [NO_API]: null },
  production: { rest, [NO_API]: null },
};

/**
 * The adapter with this name in this environment; null for schools without an API.
 * @throws PlatformMisconfigured if there is none
 */
export function adapterFor(name: string): TicketingAdapter | null {
  const adapter = ADAPTERS[env().environment][name];
  if (adapter === undefined)
    throw new PlatformMisconfigured(`the adapter "${name}" doesn't exist in this environment`);
  return adapter;
}
