import { bankEndpoint } from "#lib/http/bank-endpoint.ts";
import * as contract from "#lib/webhooks/replay/contract.ts";
import { startReplay } from "#lib/webhooks/replay/mutations.ts";

export const POST = bankEndpoint(contract.replayEvents, (scope, { body }) =>
  startReplay(scope, body),
);
