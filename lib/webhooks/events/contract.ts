/** Events, and replaying one of them. */
import { z } from "zod";
import { contract, listContract } from "../../contract.ts";
import * as field from "../../fields.ts";
import { delivery, EXAMPLE_DELIVERY } from "../delivery/contract.ts";
import { EVENT_TYPES } from "../event-types.ts";

const EXAMPLE = {
  event_id: EXAMPLE_DELIVERY.event_id,
  type: EXAMPLE_DELIVERY.event_type,
  created_at: EXAMPLE_DELIVERY.created_at,
  donation_id: EXAMPLE_DELIVERY.donation_id,
  sequence: 1,
  data: { donation_id: EXAMPLE_DELIVERY.donation_id, status: "completed", dollar_amount: 25 },
};

const eventFields = z.object({
  event_id: field.responseUuid.describe(
    "The event's ID, which is the `webhook-id` of all its deliveries.",
  ),
  type: z.enum(EVENT_TYPES).describe("The event type."),
  created_at: field.responseTime.describe("When the event occurred."),
  donation_id: field.nullableUuid.describe(
    "The donation the event is about. Null for a test, and for an event about an account.",
  ),
  sequence: z
    .int()
    .describe("Increases with each event about the same donation. 0 if there is no donation."),
  data: z.record(z.string(), z.unknown()).describe("The `data` that was sent."),
});

export const event = eventFields.meta({ id: "Event", examples: [EXAMPLE] });
export const eventDetail = eventFields
  .extend({ deliveries: z.array(delivery).describe("The event's deliveries, one per endpoint.") })
  .meta({ id: "EventDetail", examples: [{ ...EXAMPLE, deliveries: [EXAMPLE_DELIVERY] }] });

export type Event = z.infer<typeof event>;
export type EventDetail = z.infer<typeof eventDetail>;

const eventsQuery = z.object({
  type: z.enum(EVENT_TYPES).optional().describe("Only events of this type."),
  donation_id: field.uuid.optional().describe("Only events about this donation."),
  test: field.flag
    .optional()
    .describe("Only samples that you requested with a test, or only real events."),
  from: field.time.optional().describe("Only events at or after this time."),
  to: field.time.optional().describe("Only events before this time."),
  ...field.paging(50),
});
export type EventFilters = z.output<typeof eventsQuery>;

export const aboutEvents = { tag: "Events (extension)" } as const;
const oneEvent = {
  ...aboutEvents,
  params: z.object({ event_id: field.uuid.describe("The event's ID, which is the `webhook-id`.") }),
  errors: ["EVENT_NOT_FOUND"],
} as const;

export const listEvents = listContract({
  ...aboutEvents,
  id: "listEvents",
  path: "/v1/events",
  summary: "List events, newest first",
  query: eventsQuery,
  data: event,
});

export const getEvent = contract({
  ...oneEvent,
  id: "getEvent",
  path: "/v1/events/{event_id}",
  summary: "Retrieve an event with its deliveries and attempts",
  data: eventDetail,
});

const replayRequest = field.component(
  "EventReplayRequest",
  [{ endpoint_id: EXAMPLE_DELIVERY.endpoint_id }],
  {
    endpoint_id: field.uuid
      .nullish()
      .describe("Send only to this endpoint. Default: all enabled endpoints."),
  },
);

export const replayEvent = contract({
  ...oneEvent,
  id: "replayEvent",
  method: "POST",
  path: "/v1/events/{event_id}/replay",
  summary: "Replay an event",
  description:
    "Sends the event again to every enabled endpoint, including endpoints added since and " +
    "endpoints that already received it, with the same `webhook-id` and the same body. A test " +
    "event is sent only to its original endpoint. Endpoints that don't subscribe to the event's type " +
    "don't get it.",
  body: replayRequest,
  bodyOptional: true,
  status: 202,
  data: z
    .object({ event_id: field.responseUuid, deliveries: z.int() })
    .meta({ examples: [{ event_id: EXAMPLE.event_id, deliveries: 1 }] }),
});
