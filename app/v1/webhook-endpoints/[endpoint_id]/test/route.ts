import { sampleOf } from "#app/openapi.json/samples.ts";
import { bankEndpoint } from "#lib/http/bank-endpoint.ts";
import * as contract from "#lib/webhooks/endpoints/contract.ts";
import { sendTestEvent } from "#lib/webhooks/endpoints/mutations.ts";

export const POST = bankEndpoint(contract.testEndpoint, (scope, { params, body: { type } }) =>
  sendTestEvent(scope, params.endpoint_id, type, sampleOf(type)),
);
