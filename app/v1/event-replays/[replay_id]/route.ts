import { bankEndpoint } from "#lib/http/bank-endpoint.ts";
import * as contract from "#lib/webhooks/replay/contract.ts";
import { getReplay } from "#lib/webhooks/replay/queries.ts";

export const GET = bankEndpoint(contract.getReplay, (scope, { params }) =>
  getReplay(scope, params.replay_id),
);
