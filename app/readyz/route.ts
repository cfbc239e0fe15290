import { checkReadiness } from "#lib/http/readiness.ts";
import { requestIdOf } from "#lib/http/request.ts";
import { failure, json } from "#lib/http/responses.ts";

/** Readiness: the database answers and its schema is in place. */
export async function GET(request: Request): Promise<Response> {
  const requestId = requestIdOf(request.headers.get("x-request-id"));
  try {
    return json(200, await checkReadiness(), requestId);
  } catch (error) {
    return failure(error, requestId);
  }
}
