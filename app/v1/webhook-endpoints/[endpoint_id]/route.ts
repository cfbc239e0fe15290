import { bankEndpoint } from "#lib/http/bank-endpoint.ts";
import * as contract from "#lib/webhooks/endpoints/contract.ts";
import { changeEndpoint, deleteEndpoint } from "#lib/webhooks/endpoints/mutations.ts";
import { getEndpoint } from "#lib/webhooks/endpoints/queries.ts";

export const GET = bankEndpoint(contract.getEndpoint, (scope, { params }) =>
  getEndpoint(scope, params.endpoint_id),
);

export const PATCH = bankEndpoint(contract.changeEndpoint, (scope, { params, body }) =>
  changeEndpoint(scope, params.endpoint_id, body),
);

export const DELETE = bankEndpoint(contract.deleteEndpoint, (scope, { params }) =>
  deleteEndpoint(scope, params.endpoint_id),
);
