/** Recording events: in the transaction that changes the donations, so that neither exists alone. */
import { v7 as uuidv7 } from "uuid";
import type { Transaction } from "../../database/transaction.ts";
import { enqueue, type Job } from "../../jobs/enqueue.ts";
import type { EventType } from "../event-types.ts";
import { insertEvents } from "./sql.ts";

export type NewEvent = {
  bankId: string;
  /** Null where it is about no donation. */
  donationId: string | null;
  type: EventType;
  /** Rises per donation; 0 where there is none. */
  sequence: number;
  /** What the bank is told; kept byte for byte. */
  data: Record<string, unknown>;
  at: Date;
  /** The one endpoint that is told; all that are enabled where left out. */
  onlyTo?: string;
};

const bodyOf = ({ donationId, type, sequence, data, at }: NewEvent) =>
  JSON.stringify({
    type,
    timestamp: at.toISOString(),
    data: { ...data, ...(donationId === null ? {} : { sequence }) },
  });

/**
 * Writes events, for each a delivery to each enabled endpoint of its bank, and the promises to deliver.
 * An event's id is the `webhook-id` of every delivery and retry.
 * @returns the ids, in the order of the events
 */
export async function recordEvents(tx: Transaction, events: NewEvent[]): Promise<string[]> {
  if (events.length === 0) return [];
  const toRecord = events.map((event) => ({
    id: uuidv7(),
    bankId: event.bankId,
    donationId: event.donationId,
    type: event.type,
    sequence: event.sequence,
    body: bodyOf(event),
    createdAt: event.at,
    onlyTo: event.onlyTo ?? null,
  }));
  const deliveries = await insertEvents({ events: toRecord }, tx);
  const jobs = deliveries.map(
    ({ id, endpointId, bankId }): Job => ({
      name: "webhook/delivery.requested",
      data: { delivery_id: id, endpoint_id: endpointId, bank_id: bankId },
    }),
  );
  await enqueue(tx, jobs);
  return toRecord.map(({ id }) => id);
}

/** The same for one event. @returns its id */
export async function recordEvent(tx: Transaction, event: NewEvent): Promise<string> {
  const [id] = await recordEvents(tx, [event]);
  return id as string;
}
