/** Reads deliveries with their attempts, a page in one statement. */
import type { BankScope } from "../../auth/scopes.ts";
import type { Page } from "../../contract.ts";
import { listKey } from "../../cursor.ts";
import { run } from "../../database/run.ts";
import { readPage } from "../../pagination/pages.ts";
import { totalOf } from "../../pagination/totals.ts";
import { getEndpoint } from "../endpoints/queries.ts";
import type { Delivery, DeliveryFilters } from "./contract.ts";
import { type DeliveryRow, endpointsOf, listedDeliveries } from "./sql.ts";

function serializeDelivery(row: DeliveryRow): Delivery {
  return {
    delivery_id: row.id,
    endpoint_id: row.endpointId,
    event_id: row.eventId,
    event_type: row.eventType as Delivery["event_type"],
    donation_id: row.donationId,
    status: row.status as Delivery["status"],
    attempt_count: row.attemptCount,
    created_at: row.createdAt.toISOString(),
    next_attempt_at: row.status === "pending" ? row.nextAttemptAt.toISOString() : null,
    settled_at: row.settledAt?.toISOString() ?? null,
    attempts: row.attempts.map((attempt) => ({
      attempted_at: new Date(attempt.attemptedAt).toISOString(),
      response_code: attempt.responseCode,
      error: attempt.error,
      latency_ms: attempt.latencyMs,
      response_body: attempt.responseBody,
    })),
  };
}

/**
 * One page of deliveries to one or all of this bank's endpoints, newest first.
 * @throws ServiceError ENDPOINT_NOT_FOUND
 */
export async function listDeliveries(
  scope: BankScope,
  filters: DeliveryFilters & { endpoint_id?: string },
): Promise<Page<Delivery>> {
  const { endpoint_id: endpointId, status, limit, cursor } = filters;
  if (endpointId !== undefined) await getEndpoint(scope, endpointId);
  return readPage(
    {
      key: listKey("deliveries", scope.bankId, filters),
      limit,
      cursor,
      rows: listedDeliveries
        .where((eb) =>
          endpointId === undefined
            ? eb("d.endpointId", "in", endpointsOf(scope.bankId))
            : eb("d.endpointId", "=", endpointId),
        )
        .$if(status !== undefined, (all) => all.where("d.status", "=", status as string)),
      by: { at: "d.createdAt", id: "d.id" },
      total: totalOf("deliveries", endpointId ?? endpointsOf(scope.bankId), status),
    },
    serializeDelivery,
  );
}

export async function deliveriesOf(scope: BankScope, eventId: string): Promise<Delivery[]> {
  const rows = await run(
    listedDeliveries
      .where("d.eventId", "=", eventId)
      .where("e.bankId", "=", scope.bankId)
      .orderBy("d.createdAt", "desc")
      .orderBy("d.id", "desc"),
  );
  return rows.map(serializeDelivery);
}
