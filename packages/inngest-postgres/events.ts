/** Events come in, runs come out. */
import { createHash } from "node:crypto";
import { v7 as uuidv7 } from "uuid";
import type { Plan } from "./function-config.ts";
import type { ClaimedRun, NewRun } from "./store.ts";

/** An event as the functions get it. */
export type StoredEvent = {
  id: string;
  name: string;
  ts: number;
  data: Record<string, unknown>;
};

/** An event that cannot be taken in. */
export class InvalidEvent extends Error {
  override name = "InvalidEvent";
}

/** Postgres indexes ids, and an index entry has to fit on a page. */
const LONGEST_ID = 500;
const LONGEST_KEY = 200;

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** The SDK repeats a request whose answer was lost, under the same seed: so must the ids repeat. */
const newEventId = (seed: string | null, index: number) =>
  seed ? createHash("sha256").update(`${seed}:${index}`).digest("hex").slice(0, 32) : uuidv7();

function readEvent(event: unknown, seed: string | null, index: number): StoredEvent {
  if (!isRecord(event) || typeof event.name !== "string" || event.name === "") {
    throw new InvalidEvent("An event needs a name.");
  }
  const { id = newEventId(seed, index), ts = Date.now(), data = {} } = event;
  if (typeof id !== "string" || id.length > LONGEST_ID || id.includes("\0")) {
    throw new InvalidEvent(`The id of an event is a text of at most ${LONGEST_ID} characters.`);
  }
  if (!isRecord(data)) throw new InvalidEvent("The data of an event is an object.");
  return { ...event, name: event.name, id: id || newEventId(seed, index), ts: Number(ts), data };
}

/**
 * Reads what the SDK sends: one event or many.
 * @throws InvalidEvent
 */
export const readEvents = (body: unknown, seed: string | null): StoredEvent[] =>
  [body].flat().map((event, index) => readEvent(event, seed, index));

/** What stands in the event's data at the end of a path, as a text that fits into an index. */
function keyAt(path: string[], event: StoredEvent): string {
  let value: unknown = event.data;
  for (const name of path) value = isRecord(value) ? value[name] : undefined;
  const key = JSON.stringify(value ?? null);
  return key.length <= LONGEST_KEY ? key : createHash("sha256").update(key).digest("hex");
}

/**
 * What the run queues in: its function, with the values of the limits' keys where there are any. Of two
 * limits each counts all queues that have its value, so each run names both.
 */
function placeOf({ id, concurrency }: Plan, event: StoredEvent) {
  const values = concurrency.map(({ keyPath }) =>
    keyPath.length > 0 ? [keyAt(keyPath, event)] : [],
  );
  const queue = [id, ...values.flat()].join(" ");
  const [first = [], second] = values;
  if (!second) return { queue, concurrencyKeys: null };
  return { queue, concurrencyKeys: [[id, ...first].join(" "), [id, 2, ...second].join(" ")] };
}

/** What makes an event a repetition: its id, or the value that the function names, where it has one. */
function repetitionKeyOf(plan: Plan, event: StoredEvent): string {
  const key = plan.idempotencyPath ? keyAt(plan.idempotencyPath, event) : "null";
  return key === "null" ? event.id : `idempotency:${key}`;
}

const isStartedBy = (plan: Plan, event: StoredEvent) =>
  plan.events.includes(event.name) &&
  (plan.failureOf === undefined || plan.failureOf === event.data.function_id);

/** A function's run for an event. */
export const runOf = (plan: Plan, event: StoredEvent): NewRun => ({
  id: uuidv7(),
  functionId: plan.id,
  eventId: repetitionKeyOf(plan, event),
  event,
  ...placeOf(plan, event),
});

/** The runs that events start; an event that starts nothing is dropped. */
export const runsStartedBy = (events: StoredEvent[], plans: Iterable<Plan>): NewRun[] => {
  const known = [...plans];
  return events.flatMap((event) =>
    known.filter((plan) => isStartedBy(plan, event)).map((plan) => runOf(plan, event)),
  );
};

/** What a cron trigger's function gets. The same id in every process: so each tick counts once. */
export const tickEvent = (expression: string, tick: number): StoredEvent => ({
  id: `cron:${expression}:${new Date(tick).toISOString()}`,
  name: "inngest/scheduled.timer",
  ts: tick,
  data: { cron: expression },
});

/** What is told when a run has failed for good: `onFailure` handlers wait for it. */
export const failureEvent = (run: ClaimedRun, error: unknown): StoredEvent => ({
  id: `failed:${run.id}`,
  name: "inngest/function.failed",
  ts: Date.now(),
  data: { function_id: run.functionId, run_id: run.id, error, event: run.event },
});
