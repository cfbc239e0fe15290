/** Redelivers events with their original IDs, so that banks can recognize duplicates. */
import { audit } from "../../auth/audit.ts";
import type { BankScope } from "../../auth/scopes.ts";
import { countStored } from "../../auth/storage/usage.ts";
import { db } from "../../database/prisma.ts";
import { runForOne } from "../../database/run.ts";
import { type Transaction, transaction } from "../../database/transaction.ts";
import { InvalidInput, ServiceError, type Violation } from "../../errors.ts";
import { enqueue } from "../../jobs/enqueue.ts";
import { listedEndpoints } from "../endpoints/sql.ts";
import { deliveryJob } from "../events/record.ts";
import { insertMissingDeliveries, type Redelivery, restartDeliveries } from "./sql.ts";

/** What speaks against sending only to this endpoint. */
export async function objectToEndpoint(
  tx: Transaction,
  bankId: string,
  id: string,
): Promise<Violation | undefined> {
  const endpoint = await runForOne(listedEndpoints(bankId).where("id", "=", id), tx);
  if (endpoint?.status === "enabled") return undefined;
  const msg = endpoint
    ? "This webhook endpoint is disabled. Enable it first"
    : "No webhook endpoint has this ID";
  return { loc: ["body", "endpoint_id"], msg, type: "value_error" };
}

/**
 * Redelivers events, also to endpoints that were added since, and to those that have accepted them before, but to none
 * that doesn't receive events of their type now. The retry schedule starts over.
 *
 * The lock order wherever several deliveries change at once: missing rows are inserted first, by event and
 * endpoint, which nothing else can have locked. Then existing rows are locked by ID.
 * @returns the number of deliveries
 */
export async function redeliver(tx: Transaction, redelivery: Redelivery): Promise<number> {
  const added = await insertMissingDeliveries(redelivery, tx);
  countStored(redelivery.bankId, added.length);
  const rows = await restartDeliveries(redelivery, tx);
  await enqueue(
    tx,
    rows.map((row) => deliveryJob({ ...row, bankId: redelivery.bankId })),
  );
  return rows.length;
}

/**
 * Redelivers one event, to all enabled endpoints or to one.
 * @throws ServiceError EVENT_NOT_FOUND
 * @throws InvalidInput if the endpoint does not exist or is disabled
 */
export async function replayEvent(
  scope: BankScope,
  eventId: string,
  endpointId: string | null = null,
) {
  const { bankId } = scope;
  const event = await db().event.findFirst({
    where: { id: eventId, bankId },
    select: { id: true },
  });
  if (!event) throw new ServiceError("EVENT_NOT_FOUND");
  const deliveries = await transaction(async (tx) => {
    const objection =
      endpointId === null ? undefined : await objectToEndpoint(tx, bankId, endpointId);
    if (objection) throw new InvalidInput([objection]);
    const count = await redeliver(tx, { bankId, eventIds: [eventId], endpointId });
    const endpoint = endpointId ?? "all";
    await audit(tx, scope, "delivery.replay", eventId, { deliveries: count, endpoint });
    return count;
  });
  return { event_id: eventId, deliveries };
}
