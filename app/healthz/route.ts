import { requestIdFor } from "#lib/http/request-context.ts";
import { json } from "#lib/http/responses.ts";

export const policy = { server: "api", limit: "none", anyHost: true };

/** Liveness: the process is up. */
export async function GET(request: Request): Promise<Response> {
  return json(200, { status: "up" }, requestIdFor(request));
}
