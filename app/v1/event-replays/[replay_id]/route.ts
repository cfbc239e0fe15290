import { bankEndpoint } from "#lib/http/bank.ts";
import { getReplay } from "#lib/webhooks/replay-range.ts";
import * as contract from "#lib/webhooks/replays-contract.ts";

export const GET = bankEndpoint(contract.getReplay, (scope, { params }) =>
  getReplay(scope, params.replay_id),
);
