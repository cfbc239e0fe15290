import { bankEndpoint } from "#lib/http/bank.ts";
import { listDeliveries } from "#lib/webhooks/deliveries.ts";
import * as contract from "#lib/webhooks/deliveries-contract.ts";

export const GET = bankEndpoint(contract.listDeliveries, (scope, { params, query }) =>
  listDeliveries(scope, { ...query, ...params }),
);
