import { receiveWebhook } from "#lib/sandbox/inbox.ts";
import { handleSigned } from "../signed-request.ts";

export const POST = (request: Request): Promise<Response> =>
  handleSigned(request, async (headers, body) =>
    (await receiveWebhook(headers, body)) ? new Response(null, { status: 204 }) : null,
  );
