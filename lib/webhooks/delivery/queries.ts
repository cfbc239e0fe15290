/** Reading deliveries with their attempts: all of a page in one statement. */
import { sql } from "kysely";
import { jsonBuildObject } from "kysely/helpers/postgres";
import type { BankScope } from "../../auth/scopes.ts";
import type { Page } from "../../contract.ts";
import { listKey } from "../../cursor.ts";
import { run } from "../../database/run.ts";
import { kysely } from "../../database/tables.ts";
import { readPage } from "../../pagination/pages.ts";
import { totalOf } from "../../pagination/totals.ts";
import { getEndpoint } from "../endpoints/queries.ts";
import type { Delivery, DeliveryFilters } from "./contract.ts";
import { type AttemptRow, serializeDelivery } from "./serialize.ts";

/** The latest attempts of delivery `d`, in order, as JSON. */
const latestAttempts = kysely
  .selectFrom((db) =>
    db
      .selectFrom("webhookAttempt")
      .select(["id", "attemptedAt", "responseCode", "error", "latencyMs", "responseBody"])
      .where("deliveryId", "=", sql.ref<string>("d.id"))
      .orderBy("id", "desc")
      .limit(20)
      .as("latest"),
  )
  .select((of) => {
    const { ref } = of;
    const attempt = jsonBuildObject({
      // As Postgres writes a time in JSON.
      attemptedAt: sql<string>`${ref("attemptedAt")}`,
      responseCode: ref("responseCode"),
      error: ref("error"),
      latencyMs: ref("latencyMs"),
      responseBody: ref("responseBody"),
    });
    return sql<AttemptRow[]>`coalesce(json_agg(${attempt} order by ${ref("latest.id")}), '[]')`.as(
      "attempts",
    );
  });

const shownDeliveries = kysely
  .selectFrom("webhookDelivery as d")
  .innerJoin("event as e", "e.id", "d.eventId")
  .select(["d.id", "d.endpointId", "d.eventId", "e.type as eventType", "e.donationId", "d.status"])
  .select(["d.attemptCount", "d.createdAt", "d.nextAttemptAt", "d.settledAt"])
  .select(sql<AttemptRow[]>`${latestAttempts}`.as("attempts"));

/** All endpoints that a bank has ever had. */
const endpointsOf = (bankId: string) =>
  kysely.selectFrom("webhookEndpoint").select("id").where("bankId", "=", bankId);

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
  return readPage(
    {
      key: listKey("deliveries", scope.bankId, filters),
      limit,
      cursor,
      rows: shownDeliveries
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

/** Where an event of this bank went, newest first. */
export async function deliveriesOf(scope: BankScope, eventId: string): Promise<Delivery[]> {
  const rows = await run(
    shownDeliveries
      .where("d.eventId", "=", eventId)
      .where("e.bankId", "=", scope.bankId)
      .orderBy("d.createdAt", "desc")
      .orderBy("d.id", "desc"),
  );
  return rows.map(serializeDelivery);
}
