/** Reads deliveries with their attempts, a page in one statement. */
import type { BankApiScope } from "../../auth/scopes.ts";
import type { Page } from "../../contract.ts";
import { given } from "../../database/expressions.ts";
import { run } from "../../database/run.ts";
import { serialize } from "../../database/serialize.ts";
import { readPage } from "../../pagination/pages.ts";
import { totalOf } from "../../pagination/totals.ts";
import { getEndpoint } from "../endpoints/queries.ts";
import { type Delivery, type DeliveryFilters, delivery, deliveryAttempt } from "./contract.ts";
import { type DeliveryRow, endpointsOf, listedDeliveries } from "./sql.ts";

const serializeDelivery = (row: DeliveryRow): Delivery =>
  serialize(delivery, row, {
    delivery_id: row.id,
    next_attempt_at: row.status === "pending" ? row.nextAttemptAt.toISOString() : null,
    attempts: row.attempts.map(({ attemptedAt, ...attempt }) =>
      serialize(deliveryAttempt, { ...attempt, attemptedAt: new Date(attemptedAt) }, {}),
    ),
  });

/**
 * One page of deliveries to one or all of this bank's endpoints, newest first.
 * @throws ServiceError ENDPOINT_NOT_FOUND
 */
export async function listDeliveries(
  scope: BankApiScope,
  filters: DeliveryFilters & { endpoint_id?: string },
): Promise<Page<Delivery>> {
  const { endpoint_id: endpointId, status } = filters;
  if (endpointId !== undefined) await getEndpoint(scope, endpointId);
  return readPage({
    list: "deliveries",
    tenant: scope.bankId,
    filters,
    rows: listedDeliveries
      .where((eb) =>
        endpointId === undefined
          ? eb("d.endpointId", "in", endpointsOf(scope.bankId))
          : eb("d.endpointId", "=", endpointId),
      )
      .where(({ and }) => and(given({ "d.status": status }))),
    by: { at: "d.createdAt", id: "d.id" },
    total: totalOf("deliveries", endpointId ?? endpointsOf(scope.bankId), status),
    show: serializeDelivery,
  });
}

export async function deliveriesOf(scope: BankApiScope, eventId: string): Promise<Delivery[]> {
  const rows = await run(
    listedDeliveries
      .where("d.eventId", "=", eventId)
      .where("e.bankId", "=", scope.bankId)
      .orderBy("d.createdAt", "desc")
      .orderBy("d.id", "desc"),
  );
  return rows.map(serializeDelivery);
}
