/** The Inngest client: for an Inngest server if one is configured, otherwise for the embedded executor. */
import { Inngest, Middleware } from "inngest";
import { Executor } from "#inngest-postgres/executor.ts";
import { pool } from "#lib/database/pool.ts";
import { type Env, env } from "#lib/env.ts";
import { idsIn } from "#lib/jobs/enqueue.ts";
import { log, withinLogContext } from "#lib/log.ts";

/** Log lines written during a step name its run and what the run is about, on either engine. */
class RunContext extends Middleware.BaseMiddleware {
  readonly id = "run-context";

  override wrapStepHandler({ ctx, fn, next }: Middleware.WrapStepHandlerArgs): Promise<unknown> {
    const run = { run_id: ctx.runId, function: fn.id(this.client.id) };
    return withinLogContext({ ...run, ...idsIn(ctx.event.data ?? {}) }, next);
  }
}

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
export function createInngestClient(): { client: Inngest; executor?: Executor } {
  const logger = log().child({ component: "inngest" });
  const common = { id: "points-to-donation", logger, middleware: [RunContext] };
  if (!env().embeddedExecutor) {
    const options = serverOptions(env().inngest);
    return { client: new Inngest({ ...common, ...options, fetch: fetchInTime }) };
  }
  const executor = new Executor({ pool, log: log(), logFields: idsIn });
  return { client: new Inngest({ ...common, ...executor.clientOptions }), executor };
}
