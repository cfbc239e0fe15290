import { checkReadiness } from "#lib/http/readiness.ts";
import { requestIdFor } from "#lib/http/request-context.ts";
import { failure, json } from "#lib/http/responses.ts";

export const policy = { server: "api", limit: "files", anyHost: true };

/** Readiness: the database answers and its schema is in place. */
export async function GET(request: Request): Promise<Response> {
  const requestId = requestIdFor(request);
  try {
    return json(200, await checkReadiness(), requestId);
  } catch (error) {
    return failure(error, requestId);
  }
}
