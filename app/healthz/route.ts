import { requestIdOf } from "#lib/http/request.ts";
import { json } from "#lib/http/responses.ts";

/** Liveness: the process is up. */
export async function GET(request: Request): Promise<Response> {
  return json(200, { status: "up" }, requestIdOf(request.headers.get("x-request-id")));
}
