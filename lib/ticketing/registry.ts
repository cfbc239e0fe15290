/** Which adapters there are. Nothing in a sandbox can reach a real platform. */
import { env } from "../env.ts";
import { PlatformMisconfigured, type TicketingAdapter } from "./adapter.ts";
import { rest } from "./rest.ts";
import { stub } from "./stub.ts";

const ADAPTERS: Record<"sandbox" | "production", Record<string, TicketingAdapter>> = {
  // `rest` reaches loopback only in a sandbox; lib/ticketing/rest.ts sees to it.
  sandbox: { stub, rest },
  production: { rest },
};

/** The adapter of that name in this environment. @throws PlatformMisconfigured where there is none */
export function adapterFor(name: string): TicketingAdapter {
  const adapter = ADAPTERS[env().environment][name];
  if (!adapter)
    throw new PlatformMisconfigured(`there is no adapter "${name}" in this environment`);
  return adapter;
}
