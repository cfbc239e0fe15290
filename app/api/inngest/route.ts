/** The endpoint where an Inngest server calls our functions. 404 when the executor is embedded. */
import { createInngestClient } from "#inngest/client.ts";
import { serveFunctions } from "#inngest/serve.ts";
import { env } from "#lib/env.ts";
import { ServiceError } from "#lib/errors.ts";
import { callerOf, markInngestServer } from "#lib/http/caller.ts";
import { requestIdFor } from "#lib/http/request-context.ts";
import { failure, NEVER_FRAMED } from "#lib/http/responses.ts";

export const policy = { server: "api", limit: "inngest" };

let handler: ReturnType<typeof serveFunctions> | undefined;

async function handle(request: Request): Promise<Response> {
  if (env().embeddedExecutor) {
    return failure(new ServiceError("NOT_FOUND"), requestIdFor(request));
  }
  handler ??= serveFunctions(createInngestClient().client);
  const response = await handler(request);
  for (const [name, value] of Object.entries(NEVER_FRAMED)) response.headers.set(name, value);
  // The call was signed and accepted, so later ones from this network aren't rate limited.
  if (request.method === "POST" && response.ok) markInngestServer(callerOf(request.headers));
  return response;
}

export const GET = handle;
export const POST = handle;
export const PUT = handle;
