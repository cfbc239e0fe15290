/** Recording events: in the transaction that changes the donations, so that neither exists alone. */
import { v7 as uuidv7 } from "uuid";
import type { Transaction } from "../../database/transaction.ts";
import { enqueue, type Job } from "../../jobs/enqueue.ts";
import type { EventType } from "../event-types.ts";

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
  const ids = events.map(() => uuidv7());
  const { rows } = await tx.query<{ id: string; endpoint_id: string; bank_id: string }>(
    `
      with told as (
        insert into event (id, bank_id, donation_id, type, sequence, body, created_at)
        select * from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::text[], $5::int[], $6::text[],
          $7::timestamptz[])
        returning id, bank_id, created_at
      ), meant as (
        select * from unnest($1::uuid[], $8::uuid[]) as meant (id, only_to)
      ), delivery as (
        insert into webhook_delivery (id, event_id, endpoint_id, created_at)
        select gen_random_uuid(), told.id, endpoint.id, told.created_at
        from told join meant using (id)
        join webhook_endpoint endpoint on endpoint.bank_id = told.bank_id
        where endpoint.status = 'enabled' and (only_to is null or endpoint.id = only_to)
        returning id, event_id, endpoint_id
      )
      select delivery.id, endpoint_id, bank_id from delivery join told on told.id = event_id`,
    [
      ids,
      events.map(({ bankId }) => bankId),
      events.map(({ donationId }) => donationId),
      events.map(({ type }) => type),
      events.map(({ sequence }) => sequence),
      events.map(bodyOf),
      events.map(({ at }) => at),
      events.map(({ onlyTo }) => onlyTo ?? null),
    ],
  );
  const jobs = rows.map(
    (row): Job => ({
      name: "webhook/delivery.requested",
      data: { delivery_id: row.id, endpoint_id: row.endpoint_id, bank_id: row.bank_id },
    }),
  );
  await enqueue(tx, jobs);
  return ids;
}

/** The same for one event. @returns its id */
export async function recordEvent(tx: Transaction, event: NewEvent): Promise<string> {
  const [id] = await recordEvents(tx, [event]);
  return id as string;
}
