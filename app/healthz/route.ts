import { json } from "#lib/http/answers.ts";
import { requestIdOf } from "#lib/http/request.ts";

/** The process is up. */
export async function GET(request: Request): Promise<Response> {
  return json(200, { status: "up" }, requestIdOf(request.headers.get("x-request-id")));
}
