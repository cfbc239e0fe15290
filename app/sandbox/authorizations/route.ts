import { answerAuthorization } from "#demo-bank/authorizations.ts";
import { readAuthorizationSecrets, storeWebhook } from "#lib/sandbox/inbox.ts";
import { sandboxOnly } from "../sandbox-only.ts";

export const POST = sandboxOnly(async (request: Request) =>
  answerAuthorization(request, {
    secrets: await readAuthorizationSecrets(),
    store: storeWebhook,
  }),
);
