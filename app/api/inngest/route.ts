/** Where an Inngest server calls our functions. Closed where the executor is embedded. */
import { createInngestClient } from "#inngest/client.ts";
import { serveFunctions } from "#inngest/serve.ts";
import { env } from "#lib/env.ts";
import { ServiceError } from "#lib/errors.ts";
import { callerOf, markInngestServer } from "#lib/http/caller.ts";
import { requestIdFor } from "#lib/http/request-context.ts";
import { failure } from "#lib/http/responses.ts";

let served: ReturnType<typeof serveFunctions> | undefined;

async function answer(request: Request): Promise<Response> {
  if (env().embeddedExecutor) {
    return failure(new ServiceError("NOT_FOUND"), requestIdFor(request));
  }
  served ??= serveFunctions(createInngestClient().client);
  const response = await served(request);
  // A signed call that was taken: this network's next ones pass uncounted.
  if (request.method === "POST" && response.ok) markInngestServer(callerOf(request.headers));
  return response;
}

export const GET = answer;
export const POST = answer;
export const PUT = answer;
