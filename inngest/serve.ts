/** The functions as a handler of HTTP requests, and their registration with an Inngest server. */
import { setTimeout } from "node:timers/promises";
import type { Inngest } from "inngest";
import { serve } from "inngest/edge";
import { env } from "#lib/env.ts";
import { expectRegistration, noteEngine, recordRegistration } from "#lib/jobs/engines.ts";
import { log } from "#lib/log.ts";
import { durableFunctions } from "./index.ts";
import { delayBefore } from "./schedule.ts";

const PATH = "/api/inngest";
/** Longer and longer, while the server is away or refuses. */
const PAUSES_MS = [1_000, 2_000, 5_000, 10_000];

/**
 * Answers the server's calls. Anybody may ask us to register again: without an address of our own the SDK would
 * tell the server the one that the request was sent to, and so let a stranger's Host header lead it elsewhere.
 */
export function serveFunctions(client: Inngest): (request: Request) => Promise<Response> {
  const { serveOrigin } = env().inngest;
  return serve({ client, functions: durableFunctions(client), serveOrigin, servePath: PATH });
}

/** The SDK's message, with the setting to check. */
function inWords(message: string): string {
  if (/status code: 40[13]/.test(message)) return `it rejected INNGEST_SIGNING_KEY (${message})`;
  if (/fetch failed|timeout/.test(message))
    return `nothing responds at INNGEST_BASE_URL (${message})`;
  return message;
}

/** @returns why the server hasn't registered the functions, or that isn't recorded; null if both are done */
async function tryToRegister(handle: ReturnType<typeof serveFunctions>): Promise<string | null> {
  try {
    const address = new URL(PATH, env().inngest.serveOrigin);
    // The SDK reads this header, as on an HTTP request.
    const headers = { host: address.host };
    const response = await handle(new Request(address, { method: "PUT", headers }));
    if (response.ok) {
      await recordRegistration();
      return null;
    }
    const body = (await response.json().catch(() => ({}))) as { message?: string };
    return inWords(body.message ?? `it responded with ${response.status}`);
  } catch (error) {
    return (error as Error).message;
  }
}

/**
 * Registers the functions with the server and records that, and retries until it succeeds or the signal aborts. Events that
 * the server gets before that start nothing.
 */
export async function register(client: Inngest, signal: AbortSignal): Promise<void> {
  const handle = serveFunctions(client);
  expectRegistration();
  for (let attempt = 1; !signal.aborted; attempt++) {
    const problem = await tryToRegister(handle);
    noteEngine(problem === null ? null : { what: "not registered", reason: problem });
    if (problem === null) return log().info("the functions are registered with the Inngest server");
    log().warn({ reason: problem }, "couldn't register with the Inngest server");
    await setTimeout(delayBefore(PAUSES_MS, attempt), undefined, { signal }).catch(() => {});
  }
}
