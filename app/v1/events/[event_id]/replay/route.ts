import { bankEndpoint } from "#lib/http/bank-endpoint.ts";
import * as contract from "#lib/webhooks/events/contract.ts";
import { replayEvent } from "#lib/webhooks/replay/mutations.ts";

export const POST = bankEndpoint(contract.replayEvent, (scope, { params, body }) =>
  replayEvent(scope, params.event_id, body.endpoint_id),
);
