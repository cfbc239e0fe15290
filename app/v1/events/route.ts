import { bankEndpoint } from "#lib/http/bank-endpoint.ts";
import * as contract from "#lib/webhooks/events/contract.ts";
import { listEvents } from "#lib/webhooks/events/queries.ts";

export const GET = bankEndpoint(contract.listEvents, (scope, { query }) =>
  listEvents(scope, query),
);
