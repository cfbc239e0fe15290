/** Log lines written during a step name its run and what the run is about, on either engine. */
import { Middleware } from "inngest";
import { idsIn } from "#lib/jobs/ids.ts";
import { withinLogContext } from "#lib/log.ts";

export class RunContext extends Middleware.BaseMiddleware {
  readonly id = "run-context";

  override wrapStepHandler({ ctx, fn, next }: Middleware.WrapStepHandlerArgs): Promise<unknown> {
    const context = {
      run_id: ctx.runId,
      function: fn.id(this.client.id),
      ...idsIn(ctx.event.data),
    };
    return withinLogContext(context, next);
  }
}
