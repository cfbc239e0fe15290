/** Reads endpoints and, for operators, their banks. */
import type { BankScope } from "../../auth/scopes.ts";
import type { Page } from "../../contract.ts";
import { listKey } from "../../cursor.ts";
import { db } from "../../database/prisma.ts";
import { runForOne } from "../../database/run.ts";
import { ServiceError } from "../../errors.ts";
import { readPage } from "../../pagination/pages.ts";
import type { Endpoint, EndpointFilters } from "./contract.ts";
import { type EndpointRow, listedEndpoints } from "./sql.ts";

/** An endpoint, without its secret. */
export function serializeEndpoint(row: EndpointRow): Endpoint {
  return {
    endpoint_id: row.id,
    url: row.url,
    description: row.description,
    event_types: row.eventTypes.length > 0 ? (row.eventTypes as Endpoint["event_types"]) : null,
    status: row.status as Endpoint["status"],
    disabled_reason: row.disabledReason,
    failing_since: row.failingSince?.toISOString() ?? null,
    created_at: row.createdAt.toISOString(),
  };
}

/** One endpoint of this bank. @throws ServiceError ENDPOINT_NOT_FOUND */
export async function getEndpoint(scope: BankScope, endpointId: string): Promise<Endpoint> {
  const row = await runForOne(listedEndpoints(scope.bankId).where("id", "=", endpointId));
  if (!row) throw new ServiceError("ENDPOINT_NOT_FOUND");
  return serializeEndpoint(row);
}

/** One page of this bank's endpoints, newest first. */
export async function listEndpoints(
  scope: BankScope,
  { limit, cursor }: EndpointFilters,
): Promise<Page<Endpoint>> {
  return readPage(
    {
      key: listKey("webhook-endpoints", scope.bankId, {}),
      limit,
      cursor,
      rows: listedEndpoints(scope.bankId),
      by: { at: "createdAt", id: "id" },
    },
    serializeEndpoint,
  );
}

/** The bank of an endpoint, or null if there is no such endpoint. */
export async function bankOfEndpoint(id: string): Promise<string | null> {
  const row = await db().webhookEndpoint.findFirst({
    where: { id, status: { not: "deleted" } },
    select: { bankId: true },
  });
  return row?.bankId ?? null;
}
