/** Replays: the events of a time range, sent again by a job. */
import { z } from "zod";
import { contract } from "../../contract.ts";
import { checkedAnyway, time, timeOut, uuid, uuidOut } from "../../fields.ts";
import { EXAMPLE_ENDPOINT } from "../endpoints/contract.ts";
import { aboutEvents } from "../events/contract.ts";

/** So many events one replay may hold. */
export const MAX_REPLAYED = 10_000;
/** So many replays of a bank run at a time. */
export const MAX_RUNNING_REPLAYS = 2;
/** So many that have completed are kept for a bank. */
export const KEPT_REPLAYS = 100;

const EXAMPLE_RANGE = { from: "2026-11-21T14:00:00Z", to: "2026-11-21T15:00:00Z" };
const EXAMPLE = {
  replay_id: "01989a70-4c1d-7e02-a1b9-6d0f2b3c4d5e",
  status: "running" as const,
  from: "2026-11-21T14:00:00.000Z",
  to: "2026-11-21T15:00:00.000Z",
  endpoint_id: EXAMPLE_ENDPOINT.endpoint_id,
  events_total: 12,
  events: 0,
  deliveries: 0,
  created_at: "2026-11-21T16:00:00.000Z",
  completed_at: null,
};

const replay = z
  .object({
    replay_id: uuidOut.describe("The replay's id."),
    status: z
      .enum(["running", "completed"])
      .describe("`completed` once every event has been asked for again."),
    from: timeOut.describe("The range: not before."),
    to: timeOut.describe("The range: before."),
    endpoint_id: uuidOut.nullable().describe("To this endpoint alone; null: to all enabled ones."),
    events_total: z
      .int()
      .meta({ description: "Events in the range when the replay was asked for." }),
    events: z.int().meta({ description: "How many of them have been asked for again so far." }),
    deliveries: z
      .int()
      .meta({ description: "Deliveries that this has made or begun anew so far." }),
    created_at: timeOut.describe("When it was asked for."),
    completed_at: timeOut.nullable().describe("When the last of them was asked for again."),
  })
  .meta({ id: "Replay", examples: [EXAMPLE] });

export type Replay = z.infer<typeof replay>;

const range = z
  .object({
    from: time.meta({ description: "Not before." }),
    to: time.meta({ description: "Before." }),
    endpoint_id: uuid.nullish().meta({ description: "To this endpoint alone." }),
  })
  .refine(({ from, to }) => !(from instanceof Date && to instanceof Date) || to > from, {
    ...checkedAnyway,
    path: ["to"],
    error: "`to` must be after `from`",
  })
  .meta({ id: "ReplayRequest", examples: [EXAMPLE_RANGE] });

export type ReplayRange = z.output<typeof range>;

export const replayEvents = contract({
  ...aboutEvents,
  id: "replayEvents",
  method: "POST",
  path: "/v1/events/replay",
  summary: "Send the events of a time range again",
  description:
    "As replaying each of them, oldest first: a job does it in batches, and waits while many of your " +
    `deliveries are waiting already. At most ${MAX_REPLAYED} events in a replay, and at most ` +
    `${MAX_RUNNING_REPLAYS} replays at a time. Events that happen after the request are not in it.`,
  body: range,
  status: 202,
  data: replay,
  errors: ["TOO_MANY_REPLAYS"],
});

export const getReplay = contract({
  ...aboutEvents,
  id: "getReplay",
  method: "GET",
  path: "/v1/event-replays/{replay_id}",
  summary: "Get how far a replay is",
  description: `The latest ${KEPT_REPLAYS} that have completed are kept.`,
  params: z.object({ replay_id: uuid.describe("The replay's id.") }),
  status: 200,
  data: replay,
  errors: ["REPLAY_NOT_FOUND"],
});
