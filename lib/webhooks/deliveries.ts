/** Reading deliveries with their attempts: all of a page in one statement. */
import { Prisma } from "../../generated/prisma/client.ts";
import type { BankScope } from "../auth/scopes.ts";
import type { Page } from "../contract.ts";
import { listKey } from "../cursor.ts";
import { pool } from "../database/pool.ts";
import { readPage } from "../pages.ts";
import { tallied } from "../tallies.ts";
import type { Delivery, DeliveryFilters } from "./deliveries-contract.ts";
import { getEndpoint } from "./queries.ts";
import { type DeliveryRow, serializeDelivery } from "./serialize.ts";

const { sql, empty } = Prisma;

const COLUMNS = sql`d.id, d.endpoint_id as "endpointId", d.event_id as "eventId",
  e.type as "eventType", e.donation_id as "donationId", d.status,
  d.attempt_count as "attemptCount", d.created_at as "createdAt",
  d.next_attempt_at as "nextAttemptAt", d.settled_at as "settledAt", (
    select coalesce(json_agg(latest order by latest.id), '[]') from (
      select id, attempted_at as "attemptedAt", response_code as "responseCode", error,
        latency_ms as "latencyMs", response_body as "responseBody"
      from webhook_attempt where delivery_id = d.id order by id desc limit 20
    ) latest
  ) as attempts`;
const FROM = sql`webhook_delivery d join event e on e.id = d.event_id`;

/** The total over all endpoints that a bank has ever had. */
function talliedOfBank(bankId: string, status: string | undefined): Prisma.Sql {
  const ofStatus = status === undefined ? empty : sql`and status = ${status}`;
  return sql`select coalesce(sum(count), 0) from tally where list = 'deliveries'
    and owner in (select id from webhook_endpoint where bank_id = ${bankId}::uuid) ${ofStatus}`;
}

/**
 * One page of what was sent to an endpoint of this bank, or to any of them, newest first.
 * @throws ServiceError ENDPOINT_NOT_FOUND
 */
export async function listDeliveries(
  scope: BankScope,
  filters: DeliveryFilters & { endpoint_id?: string },
): Promise<Page<Delivery>> {
  const { endpoint_id: endpointId, status, limit, cursor } = filters;
  if (endpointId !== undefined) await getEndpoint(scope, endpointId);
  const where = [
    endpointId === undefined
      ? sql`d.endpoint_id in (select id from webhook_endpoint where bank_id = ${scope.bankId}::uuid)`
      : sql`d.endpoint_id = ${endpointId}::uuid`,
  ];
  if (status !== undefined) where.push(sql`d.status = ${status}`);
  return readPage<DeliveryRow, Delivery>(
    {
      key: listKey("deliveries", scope.bankId, filters),
      limit,
      cursor,
      columns: COLUMNS,
      from: FROM,
      where,
      by: { at: sql`d.created_at`, id: sql`d.id` },
      total:
        endpointId === undefined
          ? talliedOfBank(scope.bankId, status)
          : tallied("deliveries", endpointId, status),
    },
    serializeDelivery,
  );
}

/** Where an event of this bank went, newest first. */
export async function deliveriesOf(scope: BankScope, eventId: string): Promise<Delivery[]> {
  const statement = sql`select ${COLUMNS} from ${FROM}
    where d.event_id = ${eventId}::uuid and e.bank_id = ${scope.bankId}::uuid
    order by d.created_at desc, d.id desc`;
  const { rows } = await pool().query<DeliveryRow>({
    text: statement.text,
    values: statement.values,
  });
  return rows.map(serializeDelivery);
}
