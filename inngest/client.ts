/** The Inngest client: for an Inngest server if one is configured, otherwise for the embedded executor. */
import { Inngest, Middleware } from "inngest";
import { Executor } from "#inngest-postgres/executor.ts";
import { pool } from "#lib/database/pool.ts";
import { type Env, env } from "#lib/env.ts";
import { idsIn } from "#lib/jobs/enqueue.ts";
import { log, withinLogContext } from "#lib/log.ts";

/** Adds the run and the IDs in its job to log lines written during a step. */
const withinRun = <T>(run: { id: string; functionId: string; event: object }, work: () => T): T =>
  withinLogContext(
    {
      run_id: run.id,
      function: run.functionId,
      ...idsIn((run.event as { data?: object }).data ?? {}),
    },
    work,
  );

/** The same for steps that an Inngest server requests. */
class RunContext extends Middleware.BaseMiddleware {
  readonly id = "run-context";

  override wrapStepHandler({ ctx, fn, next }: Middleware.WrapStepHandlerArgs): Promise<unknown> {
    const { runId: id, event } = ctx;
    return withinRun({ id, functionId: fn.id(this.client.id), event }, next);
  }
}

/** Omits undefined values, which the SDK would treat as settings. */
function serverOptions({ dev, baseUrl, eventKey, signingKey }: Env["inngest"]) {
  const devUrl = typeof dev === "string" ? dev : undefined;
  const options = { isDev: Boolean(dev), baseUrl: baseUrl ?? devUrl, eventKey, signingKey };
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
}

/** How long the server may take to respond. */
const TIMEOUT_MS = 10_000;

const fetchWithTimeout: typeof fetch = (input, init) => {
  const timeout = AbortSignal.timeout(TIMEOUT_MS);
  const signal = init?.signal ? AbortSignal.any([init.signal, timeout]) : timeout;
  return fetch(input, { ...init, signal });
};

/** Creates the client that the settings call for, with its executor if that is embedded. */
export function createInngestClient(): { client: Inngest; executor?: Executor } {
  const logger = log().child({ component: "inngest" });
  const common = { id: "points-to-donation", logger, middleware: [RunContext] };
  if (!env().embeddedExecutor) {
    const options = serverOptions(env().inngest);
    return { client: new Inngest({ ...common, ...options, fetch: fetchWithTimeout }) };
  }
  const executor = new Executor({ pool, log: log(), logFields: idsIn, withinStep: withinRun });
  return { client: new Inngest({ ...common, ...executor.clientOptions }), executor };
}
