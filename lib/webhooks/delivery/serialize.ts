/** From rows to what the API shows of deliveries. */
import type { Delivery } from "./contract.ts";

export type AttemptRow = {
  /** As Postgres writes a time in JSON. */
  attemptedAt: string;
  responseCode: number | null;
  error: string | null;
  latencyMs: number;
  responseBody: string | null;
};

export type DeliveryRow = {
  id: string;
  endpointId: string;
  eventId: string;
  eventType: string;
  donationId: string | null;
  status: string;
  attemptCount: number;
  createdAt: Date;
  nextAttemptAt: Date;
  settledAt: Date | null;
  attempts: AttemptRow[];
};

/** A delivery with its attempts. */
export function serializeDelivery(row: DeliveryRow): Delivery {
  return {
    delivery_id: row.id,
    endpoint_id: row.endpointId,
    event_id: row.eventId,
    event_type: row.eventType as Delivery["event_type"],
    donation_id: row.donationId,
    status: row.status as Delivery["status"],
    attempt_count: row.attemptCount,
    created_at: row.createdAt.toISOString(),
    next_attempt_at: row.status === "pending" ? row.nextAttemptAt.toISOString() : null,
    settled_at: row.settledAt?.toISOString() ?? null,
    attempts: row.attempts.map((attempt) => ({
      attempted_at: new Date(attempt.attemptedAt).toISOString(),
      response_code: attempt.responseCode,
      error: attempt.error,
      latency_ms: attempt.latencyMs,
      response_body: attempt.responseBody,
    })),
  };
}
