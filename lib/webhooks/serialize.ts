/** From rows to what the API shows of endpoints, deliveries and events. */
import type { Endpoint } from "./contract.ts";
import type { Delivery } from "./deliveries-contract.ts";
import type { Event } from "./events-contract.ts";

export type EndpointRow = {
  id: string;
  url: string;
  description: string | null;
  status: string;
  disabledReason: string | null;
  failingSince: Date | null;
  createdAt: Date;
};

/** The columns of a shown endpoint. */
export const ENDPOINT_COLUMNS = `id, url, description, status, disabled_reason as "disabledReason",
  failing_since as "failingSince", created_at as "createdAt"`;

/** An endpoint, without its secret. */
export function serializeEndpoint(row: EndpointRow): Endpoint {
  return {
    endpoint_id: row.id,
    url: row.url,
    description: row.description,
    status: row.status as Endpoint["status"],
    disabled_reason: row.disabledReason,
    failing_since: row.failingSince?.toISOString() ?? null,
    created_at: row.createdAt.toISOString(),
  };
}

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

export type EventRow = {
  id: string;
  type: string;
  createdAt: Date;
  donationId: string | null;
  sequence: number;
  body: string;
};

/** An event with the `data` that was sent. */
export function serializeEvent(row: EventRow): Event {
  return {
    event_id: row.id,
    type: row.type as Event["type"],
    created_at: row.createdAt.toISOString(),
    donation_id: row.donationId,
    sequence: row.sequence,
    data: JSON.parse(row.body).data,
  };
}
