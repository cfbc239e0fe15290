import { bankEndpoint } from "#lib/http/bank-endpoint.ts";
import * as contract from "#lib/webhooks/endpoints/contract.ts";
import { rotateSecret } from "#lib/webhooks/endpoints/mutations.ts";

export const POST = bankEndpoint(contract.rotateSecret, (scope, { params }) =>
  rotateSecret(scope, params.endpoint_id),
);
