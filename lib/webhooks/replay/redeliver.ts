/** Sending events again: under their own ids, so that a bank that has one takes it for what it is. */
import type { BankScope } from "../../auth/scopes.ts";
import { db } from "../../database/prisma.ts";
import { type Transaction, transaction } from "../../database/transaction.ts";
import { ServiceError } from "../../errors.ts";
import { enqueue } from "../../jobs/enqueue.ts";
import { deliveryJob } from "../delivery/job.ts";
import { insertMissingDeliveries, type Redelivery, restartDeliveries } from "./sql.ts";

/**
 * Delivers events again, also to endpoints that were added since, and whether or not they have taken
 * them before; a test only to whom it was sent. The schedule begins anew.
 *
 * One order of locks, here and wherever several deliveries change at once: what is missing is made
 * first, by event and endpoint, and nobody can hold that; then rows are locked by their ids.
 * @returns how many deliveries
 */
export async function deliverAgain(tx: Transaction, redelivery: Redelivery): Promise<number> {
  await insertMissingDeliveries(redelivery, tx);
  const rows = await restartDeliveries(redelivery, tx);
  await enqueue(
    tx,
    rows.map((row) => deliveryJob(row, 1)),
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
    deliverAgain(tx, { bankId, eventIds: [eventId], endpointId: null }),
  );
  return { event_id: eventId, deliveries };
}
