/** Replays: a durable function sends the events of a time range again. */
import { z } from "zod";
import { contract } from "../../contract.ts";
import * as field from "../../fields.ts";
import { EXAMPLE_ENDPOINT } from "../endpoints/contract.ts";
import { aboutEvents } from "../events/contract.ts";

export const MAX_REPLAYED = 10_000;
/** The number of a bank's replays that can run at the same time. */
export const MAX_RUNNING_REPLAYS = 2;
/** The number of completed replays stored per bank. */
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

export const replay = field.component("Replay", [EXAMPLE], {
  replay_id: field.responseUuid.describe("The replay's ID."),
  status: z
    .enum(["running", "completed"])
    .describe("The replay's status. `completed` means that every event has been requeued."),
  from: field.responseTime.describe("The start of the range, inclusive."),
  to: field.responseTime.describe("The end of the range, exclusive."),
  endpoint_id: field.nullableUuid.describe(
    "The endpoint to send to. Null for all enabled endpoints.",
  ),
  events_total: z
    .int()
    .describe("The number of events in the range when the replay was requested."),
  events: z.int().describe("The number of events requeued so far."),
  deliveries: z.int().describe("The number of deliveries created or restarted so far."),
  created_at: field.responseTime.describe("When the replay was requested."),
  completed_at: field.nullableTime.describe("When the last event was requeued. Null until then."),
});

export type Replay = z.infer<typeof replay>;

const range = z
  .object({
    from: field.time.describe("The start of the range, inclusive."),
    to: field.time.describe("The end of the range, exclusive."),
    endpoint_id: field.uuid
      .nullish()
      .describe("Send only to this endpoint. Default: all enabled endpoints."),
  })
  .refine(({ from, to }) => !(from instanceof Date && to instanceof Date) || to > from, {
    ...field.runEvenIfInvalid,
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
  summary: "Replay the events of a time range",
  description:
    "Replays each event in the range, oldest first. An asynchronous job requeues them in batches, and " +
    `pauses while many of your deliveries are due. A replay can include at most ${MAX_REPLAYED} events, and at ` +
    `most ${MAX_RUNNING_REPLAYS} replays run at a time. Later events aren't included, and neither are samples that ` +
    "you requested with a test: replay those one by one.",
  body: range,
  status: 202,
  data: replay,
  errors: ["TOO_MANY_REPLAYS"],
});

export const getReplay = contract({
  ...aboutEvents,
  id: "getReplay",
  path: "/v1/event-replays/{replay_id}",
  summary: "Retrieve a replay's progress",
  description: `The latest ${KEPT_REPLAYS} completed replays are kept.`,
  params: z.object({ replay_id: field.uuid.describe("The replay's ID.") }),
  data: replay,
  errors: ["REPLAY_NOT_FOUND"],
});
