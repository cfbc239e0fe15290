/** The Inngest client: for an Inngest server if one is configured, otherwise for the embedded executor. */
import { Inngest } from "inngest";
import { Executor } from "#inngest-postgres/executor.ts";
import { pool } from "#lib/database/pool.ts";
import { type Env, env } from "#lib/env.ts";
import { idsIn } from "#lib/jobs/ids.ts";
import { log } from "#lib/log.ts";
import { RunContext } from "./run-context.ts";

type Durable = { client: Inngest; executor: Executor | undefined };

const APP_ID = "points-to-donation";

/** Omits undefined values, which the SDK would take for settings. */
function serverOptions({ dev, baseUrl, eventKey, signingKey }: Env["inngest"]) {
  const devUrl = typeof dev === "string" ? dev : undefined;
  const options = { isDev: Boolean(dev), baseUrl: baseUrl ?? devUrl, eventKey, signingKey };
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
}

/** How long the server may take to respond. */
const TIMEOUT_MS = 10_000;

const fetchInTime: typeof fetch = (input, init) => {
  const limit = AbortSignal.timeout(TIMEOUT_MS);
  const signal = init?.signal ? AbortSignal.any([init.signal, limit]) : limit;
  return fetch(input, { ...init, signal });
};

/** Makes the client that the configuration asks for, with its executor if that is embedded. */
export function createInngestClient(): Durable {
  const logger = log().child({ component: "inngest" });
  const common = { id: APP_ID, logger, middleware: [RunContext] };
  if (!env().embeddedExecutor) {
    return {
      client: new Inngest({ ...common, ...serverOptions(env().inngest), fetch: fetchInTime }),
      executor: undefined,
    };
  }
  const executor = new Executor({ pool, log: log(), logFields: idsIn });
  return { client: new Inngest({ ...common, ...executor.clientOptions }), executor };
}
