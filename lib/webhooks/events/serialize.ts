/** From rows to what the API shows of events. */
import { type LeftOut, wholeBody } from "./body.ts";
import type { Event } from "./contract.ts";

export type EventRow = {
  id: string;
  type: string;
  createdAt: Date;
  donationId: string | null;
  sequence: number;
  body: string;
} & LeftOut;

/** An event with the `data` that was sent. */
export function serializeEvent(row: EventRow): Event {
  return {
    event_id: row.id,
    type: row.type as Event["type"],
    created_at: row.createdAt.toISOString(),
    donation_id: row.donationId,
    sequence: row.sequence,
    data: JSON.parse(wholeBody(row)).data,
  };
}
