import { bankEndpoint } from "#lib/http/bank-endpoint.ts";
import * as contract from "#lib/webhooks/endpoints/contract.ts";
import { addEndpoint } from "#lib/webhooks/endpoints/mutations.ts";
import { listEndpoints } from "#lib/webhooks/endpoints/queries.ts";

export const POST = bankEndpoint(contract.addEndpoint, (scope, { body, headers }) =>
  addEndpoint(scope, body, headers["Idempotency-Key"]),
);

export const GET = bankEndpoint(contract.listEndpoints, (scope, { query }) =>
  listEndpoints(scope, query),
);
