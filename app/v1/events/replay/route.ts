import { bankEndpoint } from "#lib/http/bank.ts";
import * as contract from "#lib/webhooks/events-contract.ts";
import { replayEvents } from "#lib/webhooks/replay.ts";

export const POST = bankEndpoint(contract.replayEvents, (scope, { body }) =>
  replayEvents(scope, body),
);
