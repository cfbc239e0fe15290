/** Where an Inngest server calls our functions. Closed where the executor is embedded. */
import { serve } from "inngest/edge";
import { createInngestClient } from "#inngest/client.ts";
import { durableFunctions } from "#inngest/index.ts";
import { env } from "#lib/env.ts";
import { ServiceError } from "#lib/errors.ts";
import { callerOf, markInngestServer } from "#lib/http/caller.ts";
import { requestIdOf } from "#lib/http/request.ts";
import { failure } from "#lib/http/responses.ts";

type Handler = (request: Request) => Promise<Response>;

let served: Handler | undefined;

function handlerOf(): Handler {
  const { client } = createInngestClient();
  // Anybody may ask us to register anew. Without an address of our own the SDK would tell the server the
  // one that the request was sent to, and so let a stranger's Host header lead the server elsewhere.
  const { serveOrigin } = env().inngest;
  const where = { serveOrigin, servePath: "/api/inngest" };
  return serve({ client, functions: durableFunctions(client), ...where }) as Handler;
}

async function answer(request: Request): Promise<Response> {
  if (env().embeddedExecutor) {
    return failure(new ServiceError("NOT_FOUND"), requestIdOf(request.headers.get("x-request-id")));
  }
  served ??= handlerOf();
  const response = await served(request);
  // A signed call that was taken: the front door lets this network's next ones pass uncounted.
  if (request.method === "POST" && response.ok) markInngestServer(callerOf(request.headers));
  return response;
}

export { answer as GET, answer as POST, answer as PUT };
