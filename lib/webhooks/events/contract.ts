/** Events: what a bank is told, and telling one of them again. */
import { z } from "zod";
import { contract, listContract } from "../../contract.ts";
import { cursor, limit, time, timeOut, uuid, uuidOut } from "../../fields.ts";
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
  event_id: uuidOut.meta({ description: "The `webhook-id` of each of its deliveries." }),
  type: z.enum(EVENT_TYPES).describe("What kind of event."),
  created_at: timeOut.describe("When it happened."),
  donation_id: uuidOut.nullable().describe("What it is about; null for a test."),
  sequence: z.int().meta({ description: "Rises per donation; 0 where there is none." }),
  data: z.record(z.string(), z.unknown()).meta({ description: "`data` of what was sent." }),
});

export const event = eventFields.meta({ id: "Event", examples: [EXAMPLE] });
export const eventDetail = eventFields
  .extend({ deliveries: z.array(delivery).describe("Where it went.") })
  .meta({ id: "EventDetail", examples: [{ ...EXAMPLE, deliveries: [EXAMPLE_DELIVERY] }] });

export type Event = z.infer<typeof event>;
export type EventDetail = z.infer<typeof eventDetail>;

const eventsQuery = z.object({
  type: z.enum(EVENT_TYPES).optional().describe("Of this kind."),
  donation_id: uuid.optional().describe("About this donation."),
  from: time.optional().meta({ description: "Not before." }),
  to: time.optional().meta({ description: "Before." }),
  limit: limit(50),
  cursor,
});
export type EventFilters = z.output<typeof eventsQuery>;

export const aboutEvents = { tag: "Events (extension)" } as const;
const oneEvent = {
  ...aboutEvents,
  params: z.object({ event_id: uuid.describe("The event's id: the `webhook-id`.") }),
  errors: ["EVENT_NOT_FOUND"],
} as const;

export const listEvents = listContract({
  ...aboutEvents,
  id: "listEvents",
  method: "GET",
  path: "/v1/events",
  summary: "List events, newest first",
  query: eventsQuery,
  status: 200,
  data: event,
  errors: [],
});

export const getEvent = contract({
  ...oneEvent,
  id: "getEvent",
  method: "GET",
  path: "/v1/events/{event_id}",
  summary: "Get an event with its deliveries and their attempts",
  status: 200,
  data: eventDetail,
});

export const replayEvent = contract({
  ...oneEvent,
  id: "replayEvent",
  method: "POST",
  path: "/v1/events/{event_id}/replay",
  summary: "Send an event again",
  description:
    "To every enabled endpoint, also one that was added since or has taken it before; under the same " +
    "`webhook-id` and with the same body. A test event goes only where it went before.",
  status: 202,
  data: z
    .object({ event_id: uuidOut, deliveries: z.int() })
    .meta({ examples: [{ event_id: EXAMPLE.event_id, deliveries: 1 }] }),
});
