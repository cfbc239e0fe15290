import { bankEndpoint } from "#lib/http/bank.ts";
import { listEvents } from "#lib/webhooks/events.ts";
import * as contract from "#lib/webhooks/events-contract.ts";

export const GET = bankEndpoint(contract.listEvents, (scope, { query }) =>
  listEvents(scope, query),
);
