/** Redelivers events with their original IDs, so that banks can recognize duplicates. */
import type { BankScope } from "../../auth/scopes.ts";
import { countStored } from "../../auth/storage/usage.ts";
import { db } from "../../database/prisma.ts";
import { type Transaction, transaction } from "../../database/transaction.ts";
import { ServiceError } from "../../errors.ts";
import { enqueue } from "../../jobs/enqueue.ts";
import { deliveryJob } from "../delivery/job.ts";
import { insertMissingDeliveries, type Redelivery, restartDeliveries } from "./sql.ts";

/**
 * Redelivers events, also to endpoints that were added since, and to those that have accepted them before.
 * A test event only goes where it was sent. The retry schedule starts over.
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
    rows.map((row) => deliveryJob({ ...row, bankId: redelivery.bankId }, 1)),
  );
  return rows.length;
}

/** Redelivers one event. @throws ServiceError EVENT_NOT_FOUND */
export async function replayEvent(scope: BankScope, eventId: string) {
  const { bankId } = scope;
  const event = await db().event.findFirst({
    where: { id: eventId, bankId },
    select: { id: true },
  });
  if (!event) throw new ServiceError("EVENT_NOT_FOUND");
  const deliveries = await transaction((tx) =>
    redeliver(tx, { bankId, eventIds: [eventId], endpointId: null }),
  );
  return { event_id: eventId, deliveries };
}
