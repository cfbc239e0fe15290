import { webhooks } from "#app/openapi.json/contracts.ts";
import { bankEndpoint } from "#lib/http/bank-endpoint.ts";
import { exampleOf } from "#lib/http/openapi.ts";
import * as contract from "#lib/webhooks/endpoints/contract.ts";
import { sendTestEvent } from "#lib/webhooks/endpoints/mutations.ts";
import type { EventType } from "#lib/webhooks/event-types.ts";

/** The data of an event type's example in the API reference. */
function sampleOf(type: EventType): object {
  const documented = webhooks.find((webhook) => webhook.type === type);
  if (!documented) throw new Error(`${type} isn't documented`);
  return (exampleOf(documented.body) as { data: object }).data;
}

export const POST = bankEndpoint(contract.testEndpoint, (scope, { params, body: { type } }) =>
  sendTestEvent(scope, params.endpoint_id, type, sampleOf(type)),
);
