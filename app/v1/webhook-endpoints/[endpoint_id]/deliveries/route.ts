import { bankEndpoint } from "#lib/http/bank-endpoint.ts";
import * as contract from "#lib/webhooks/delivery/contract.ts";
import { listDeliveries } from "#lib/webhooks/delivery/queries.ts";

export const GET = bankEndpoint(contract.listDeliveries, (scope, { params, query }) =>
  listDeliveries(scope, { ...query, ...params }),
);
