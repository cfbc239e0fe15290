/** Recording an event: in the transaction that changes the donation, so that neither exists alone. */
import { v7 as uuidv7 } from "uuid";
import type { Transaction } from "../db.ts";
import { type Job, promiseJobs } from "../events.ts";
import type { EventType } from "./contract.ts";

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

/**
 * Writes the event, a delivery for each enabled endpoint of the bank, and the promises to deliver.
 * The event's id is the `webhook-id` of every delivery and retry. Call `wakeRelay` after the commit.
 */
export async function recordEvent(tx: Transaction, event: NewEvent): Promise<string> {
  const id = uuidv7();
  const sequence = event.donationId === null ? {} : { sequence: event.sequence };
  const body = JSON.stringify({
    type: event.type,
    timestamp: event.at.toISOString(),
    data: { ...event.data, ...sequence },
  });
  const { rows } = await tx.query<{ id: string; endpoint_id: string }>({
    name: "record-event",
    text: `
      with told as (
        insert into event (id, bank_id, donation_id, type, sequence, body, created_at)
        values ($1, $2, $3, $4, $5, $6, $7)
        returning id
      )
      insert into webhook_delivery (id, event_id, endpoint_id, created_at)
      select gen_random_uuid(), told.id, endpoint.id, $7
      from told, webhook_endpoint endpoint
      where endpoint.bank_id = $2 and endpoint.status = 'enabled'
        and ($8::uuid is null or endpoint.id = $8)
      returning id, endpoint_id`,
    values: [
      id,
      event.bankId,
      event.donationId,
      event.type,
      event.sequence,
      body,
      event.at,
      event.onlyTo ?? null,
    ],
  });
  const jobs = rows.map(
    (row): Job => ({
      name: "webhook/delivery.requested",
      data: { delivery_id: row.id, endpoint_id: row.endpoint_id },
    }),
  );
  await promiseJobs(tx, jobs);
  return id;
}
