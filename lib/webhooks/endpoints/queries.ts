import type { BankApiScope } from "../../auth/scopes.ts";
import { requireRow, run } from "../../database/run.ts";
import { serialize } from "../../database/serialize.ts";
import { readPage } from "../../pagination/pages.ts";
import { type Endpoint, type EndpointFilters, endpoint } from "./contract.ts";
import { type EndpointRow, endpointHealth, listedEndpoints } from "./sql.ts";

/** An endpoint, without its secret. */
export const serializeEndpoint = (row: EndpointRow): Endpoint =>
  serialize(endpoint, row, {
    endpoint_id: row.id,
    event_types: row.eventTypes.length > 0 ? (row.eventTypes as Endpoint["event_types"]) : null,
  });

/** One endpoint of this bank. @throws ServiceError ENDPOINT_NOT_FOUND */
export async function getEndpoint(scope: BankApiScope, endpointId: string): Promise<Endpoint> {
  const one = listedEndpoints(scope.bankId).where("id", "=", endpointId);
  return serializeEndpoint(await requireRow(one, "ENDPOINT_NOT_FOUND"));
}

export const readHealth = ({ bankId }: BankApiScope) => run(endpointHealth(bankId));

export const listEndpoints = (scope: BankApiScope, filters: EndpointFilters) =>
  readPage({
    list: "webhook-endpoints",
    tenant: scope.bankId,
    filters,
    rows: listedEndpoints(scope.bankId),
    by: { at: "createdAt", id: "id" },
    show: serializeEndpoint,
  });
