import { receive } from "#demo-bank/webhooks.ts";
import { readWebhookSecrets, storeWebhook } from "#lib/sandbox/inbox.ts";
import { sandboxOnly } from "../sandbox-only.ts";

export const POST = sandboxOnly(async (request: Request) => {
  const receiver = { secrets: await readWebhookSecrets(), store: storeWebhook };
  return receive(request, receiver, async () => new Response(null, { status: 204 }));
});
