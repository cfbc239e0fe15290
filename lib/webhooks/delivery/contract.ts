/** Deliveries: what was sent to an endpoint, attempt by attempt. */
import { z } from "zod";
import { listContract } from "../../contract.ts";
import { cursor, limit, timeOut, uuidOut } from "../../fields.ts";
import { aboutOne, EXAMPLE_ENDPOINT } from "../endpoints/contract.ts";
import { EVENT_TYPES, EXAMPLE_EVENT_ID } from "../event-types.ts";

export const DELIVERY_STATUSES = ["pending", "delivered", "dead"] as const;

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

const attempt = z.object({
  attempted_at: timeOut.describe("When it was sent."),
  response_code: z
    .int()
    .nullable()
    .describe("The status of the answer; null where there was none."),
  error: z.string().nullable().describe("Why there was no answer."),
  latency_ms: z.int().describe("Milliseconds until the answer, or until giving up."),
  response_body: z.string().nullable().meta({
    description: "The first KiB of the answer; kept for 30 days.",
  }),
});

export const delivery = z
  .object({
    delivery_id: uuidOut.describe("The delivery's id."),
    endpoint_id: uuidOut.describe("Where it goes."),
    event_id: uuidOut.describe("What is told: the `webhook-id`."),
    event_type: z.enum(EVENT_TYPES).describe("What kind of event."),
    donation_id: uuidOut.nullable().describe("What it is about; null for a test."),
    status: z.enum(DELIVERY_STATUSES).describe("`dead`: given up; a replay begins anew."),
    attempt_count: z.int().meta({ description: "Since it was last asked for." }),
    created_at: timeOut.describe("When it was first asked for."),
    next_attempt_at: timeOut.nullable().meta({ description: "Null unless pending." }),
    settled_at: timeOut.nullable().describe("When it was taken or given up."),
    attempts: z.array(attempt).meta({ description: "The latest 20, oldest first." }),
  })
  .meta({ id: "WebhookDelivery", examples: [EXAMPLE_DELIVERY] });

export type Delivery = z.infer<typeof delivery>;

const deliveriesQuery = z.object({
  status: z.enum(DELIVERY_STATUSES).optional().describe("In this status."),
  limit: limit(50),
  cursor,
});
export type DeliveryFilters = z.output<typeof deliveriesQuery>;

export const listDeliveries = listContract({
  ...aboutOne,
  id: "listWebhookDeliveries",
  method: "GET",
  path: "/v1/webhook-endpoints/{endpoint_id}/deliveries",
  summary: "List what was sent to an endpoint, newest first, attempt by attempt",
  query: deliveriesQuery,
  status: 200,
  data: delivery,
});
