/** Records events in the transaction that changes the donation, so that neither exists without the other. */
import { v7 as uuidv7 } from "uuid";
import type { Transaction } from "../../database/transaction.ts";
import { enqueue, type Job } from "../../jobs/enqueue.ts";
import { countStored } from "../../storage/usage.ts";
import type { EventType } from "../event-types.ts";
import { storedBody } from "./body.ts";
import { insertEvents } from "./sql.ts";

export type NewEvent = {
  bankId: string;
  /** Null if the event isn't about a donation. */
  donationId: string | null;
  type: EventType;
  /** Increases per donation; 0 without a donation. */
  sequence: number;
  /** The `data` that the bank receives. */
  data: Record<string, unknown>;
  at: Date;
  /** The only endpoint to deliver to. Default: all enabled ones. */
  onlyTo?: string;
};

function bodyOf({ donationId, type, sequence, data, at }: NewEvent): string {
  const head = { type, timestamp: at.toISOString() };
  if (donationId === null) return JSON.stringify({ ...head, data });
  return storedBody(head, { ...data, sequence });
}

type Delivery = { id: string; endpointId: string; bankId: string; generation?: number };

export const deliveryJob = ({ id, endpointId, bankId, generation }: Delivery): Job => ({
  name: "webhook/delivery.requested",
  data: {
    delivery_id: id,
    endpoint_id: endpointId,
    bank_id: bankId,
    ...(generation === undefined ? {} : { generation }),
  },
});

/**
 * Writes events, a delivery to each endpoint of the event's bank, and the jobs of those to enabled ones. An event's ID is
 * the `webhook-id` of every delivery and retry.
 * @returns the IDs, in the order of the events
 */
export async function recordEvents(tx: Transaction, events: NewEvent[]): Promise<string[]> {
  if (events.length === 0) return [];
  const toRecord = events.map((event) => {
    const { at: createdAt, onlyTo = null } = event;
    return { ...event, id: uuidv7(), body: bodyOf(event), createdAt, onlyTo };
  });
  const deliveries = await insertEvents({ events: toRecord }, tx);
  for (const { bankId, body } of toRecord) countStored(bankId, 1, [body]);
  for (const { bankId } of deliveries) countStored(bankId, 1);
  enqueue(tx, deliveries.filter(({ status }) => status === "pending").map(deliveryJob));
  return toRecord.map(({ id }) => id);
}

/** Records one event. @returns its ID */
export async function recordEvent(tx: Transaction, event: NewEvent): Promise<string> {
  const [id] = await recordEvents(tx, [event]);
  return id as string;
}
