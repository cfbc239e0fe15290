/** Deliveries: what was sent to an endpoint, attempt by attempt. */
import { z } from "zod";
import { listContract } from "../../contract.ts";
import { nullableText, paging, responseTime, responseUuid } from "../../fields.ts";
import { aboutOne, EXAMPLE_ENDPOINT } from "../endpoints/contract.ts";
import { EVENT_TYPES, EXAMPLE_EVENT_ID } from "../event-types.ts";

export const DELIVERY_STATUSES = ["pending", "delivered", "dead", "skipped"] as const;

export const EXAMPLE_DELIVERY = {
  delivery_id: "0b9e8f5e-6f0a-4f0e-9a3c-4d1f2b3c4d5e",
  endpoint_id: EXAMPLE_ENDPOINT.endpoint_id,
  event_id: EXAMPLE_EVENT_ID,
  event_type: "donation.completed",
  donation_id: "01989a64-8d20-7b1c-9a44-2f7f0f6f5a10",
  status: "delivered",
  attempt_count: 1,
  created_at: "2026-11-21T14:05:11.020Z",
  next_attempt_at: null,
  settled_at: "2026-11-21T14:05:11.210Z",
  attempts: [
    {
      attempted_at: "2026-11-21T14:05:11.090Z",
      response_code: 204,
      error: null,
      latency_ms: 38,
      response_body: "",
    },
  ],
};

export const deliveryAttempt = z.object({
  attempted_at: responseTime.describe("When the attempt was made."),
  response_code: z
    .int()
    .nullable()
    .describe("The HTTP status of the response. Null if there was none."),
  error: nullableText.describe("Why there was no response. Null if there was one."),
  latency_ms: z.int().describe("Milliseconds until the response or the timeout."),
  response_body: nullableText.describe("The first 1 KiB of the response body. Kept for 30 days."),
});

export const delivery = z
  .object({
    delivery_id: responseUuid.describe("The delivery's ID."),
    endpoint_id: responseUuid.describe("The endpoint the event is delivered to."),
    event_id: responseUuid.describe("The event's ID, which is the `webhook-id`."),
    event_type: z.enum(EVENT_TYPES).describe("The event type."),
    donation_id: responseUuid
      .nullable()
      .describe(
        "The donation the event is about. Null for a test, and for an event about an account.",
      ),
    status: z
      .enum(DELIVERY_STATUSES)
      .describe(
        "The delivery's status. `dead` means that no more attempts are made, `skipped` that the endpoint is " +
          "disabled; a replay starts over.",
      ),
    attempt_count: z
      .int()
      .describe("The number of attempts since the delivery was last requested."),
    created_at: responseTime.describe("When the delivery was first requested."),
    next_attempt_at: responseTime
      .nullable()
      .describe("When the next attempt is due. Null unless pending."),
    settled_at: responseTime
      .nullable()
      .describe("When the delivery succeeded, was given up, or was skipped. Null until then."),
    attempts: z.array(deliveryAttempt).describe("The latest 20 attempts, oldest first."),
  })
  .meta({ id: "WebhookDelivery", examples: [EXAMPLE_DELIVERY] });

export type Delivery = z.infer<typeof delivery>;

const deliveriesQuery = z.object({
  status: z.enum(DELIVERY_STATUSES).optional().describe("Only deliveries in this status."),
  ...paging(50),
});
export type DeliveryFilters = z.output<typeof deliveriesQuery>;

export const listDeliveries = listContract({
  ...aboutOne,
  id: "listWebhookDeliveries",
  path: "/v1/webhook-endpoints/{endpoint_id}/deliveries",
  summary: "List deliveries to an endpoint, newest first",
  query: deliveriesQuery,
  data: delivery,
});
