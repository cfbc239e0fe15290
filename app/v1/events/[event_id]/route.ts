import { bankEndpoint } from "#lib/http/bank-endpoint.ts";
import * as contract from "#lib/webhooks/events/contract.ts";
import { getEvent } from "#lib/webhooks/events/queries.ts";

export const GET = bankEndpoint(contract.getEvent, (scope, { params }) =>
  getEvent(scope, params.event_id),
);
