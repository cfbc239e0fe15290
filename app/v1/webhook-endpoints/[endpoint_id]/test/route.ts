import { bankEndpoint } from "#lib/http/bank-endpoint.ts";
import * as contract from "#lib/webhooks/endpoints/contract.ts";
import { sendTestEvent } from "#lib/webhooks/endpoints/test-event.ts";

export const POST = bankEndpoint(contract.testEndpoint, (scope, { params }) =>
  sendTestEvent(scope, params.endpoint_id),
);
