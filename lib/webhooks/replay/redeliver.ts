/** Sending events again: under their own ids, so that a bank that has one takes it for what it is. */
import type { BankScope } from "../../auth/scopes.ts";
import { db } from "../../database/prisma.ts";
import { type Transaction, transaction } from "../../database/transaction.ts";
import { ServiceError } from "../../errors.ts";
import { enqueue } from "../../jobs/enqueue.ts";
import { deliveryJob } from "../delivery/job.ts";
import { insertMissingDeliveries, type Redelivery, restartDeliveries } from "./sql.ts";

/**
 * Delivers events again, also to endpoints added since, and whether or not they have accepted them before;
 * a test event only where it was sent. The retry schedule starts over.
 *
 * One lock order, here and wherever several deliveries change at once: missing rows are inserted first, by
 * event and endpoint, and nobody can hold those; then existing rows are locked by id.
 * @returns how many deliveries
 */
export async function redeliver(tx: Transaction, redelivery: Redelivery): Promise<number> {
  await insertMissingDeliveries(redelivery, tx);
  const rows = await restartDeliveries(redelivery, tx);
  await enqueue(
    tx,
    rows.map((row) => deliveryJob({ ...row, bankId: redelivery.bankId }, 1)),
  );
  return rows.length;
}

/** Sends one event again. @throws ServiceError EVENT_NOT_FOUND */
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
