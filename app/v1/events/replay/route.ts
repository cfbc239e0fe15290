import { bankEndpoint } from "#lib/http/bank.ts";
import { startReplay } from "#lib/webhooks/replay-range.ts";
import * as contract from "#lib/webhooks/replays-contract.ts";

export const POST = bankEndpoint(contract.replayEvents, (scope, { body }) =>
  startReplay(scope, body),
);
