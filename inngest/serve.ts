/** Serves the functions over HTTP, and registers them with an Inngest server. */
import { setTimeout } from "node:timers/promises";
import type { Inngest } from "inngest";
import { serve } from "inngest/edge";
import { env } from "#lib/env.ts";
import { expectRegistration, recordEngineResult, recordRegistration } from "#lib/jobs/engines.ts";
import { log } from "#lib/log.ts";
import { durableFunctions } from "./index.ts";
import { delayBefore } from "./schedule.ts";

const PATH = "/api/inngest";
/** Backoff while the server is unavailable or rejects us. */
const BACKOFF_MS = [1_000, 2_000, 5_000, 10_000];

/**
 * Handles the server's calls. Anyone may trigger a registration: without a fixed origin, the SDK would register the
 * request's, so a stranger's Host header could redirect the server's calls.
 */
export function serveFunctions(client: Inngest): (request: Request) => Promise<Response> {
  const { serveOrigin } = env().inngest;
  return serve({ client, functions: durableFunctions(client), serveOrigin, servePath: PATH });
}

/** The SDK's message, with the setting to check. */
function explain(message: string): string {
  if (/status code: 40[13]/.test(message)) return `it rejected INNGEST_SIGNING_KEY (${message})`;
  if (/fetch failed|timeout/.test(message))
    return `nothing responds at INNGEST_BASE_URL (${message})`;
  return message;
}

/** @returns why registering, or recording it, failed; null if both succeeded */
async function tryToRegister(handle: ReturnType<typeof serveFunctions>): Promise<string | null> {
  try {
    const url = new URL(PATH, env().inngest.serveOrigin);
    // The SDK expects this header, which HTTP requests have.
    const headers = { host: url.host };
    const response = await handle(new Request(url, { method: "PUT", headers }));
    if (response.ok) {
      await recordRegistration();
      return null;
    }
    const body = (await response.json().catch(() => ({}))) as { message?: string };
    return explain(body.message ?? `it responded with ${response.status}`);
  } catch (error) {
    return (error as Error).message;
  }
}

/**
 * Registers the functions with the server and records it, retrying until that succeeds or the signal aborts. Events that
 * reach the server earlier start nothing.
 */
export async function register(client: Inngest, signal: AbortSignal): Promise<void> {
  const handle = serveFunctions(client);
  expectRegistration();
  for (let attempt = 1; !signal.aborted; attempt++) {
    const problem = await tryToRegister(handle);
    recordEngineResult(problem === null ? null : { what: "not registered", reason: problem });
    if (problem === null) return log().info("the functions are registered with the Inngest server");
    log().warn({ reason: problem }, "couldn't register with the Inngest server");
    await setTimeout(delayBefore(BACKOFF_MS, attempt), undefined, { signal }).catch(() => {});
  }
}
