/** Events, and the runs that they start. */
import { createHash } from "node:crypto";
import { v7 as uuidv7 } from "uuid";
import type { Plan } from "./function-config.ts";
import type { NewRun } from "./store.ts";

/** An event as functions receive it. */
export type StoredEvent = {
  id: string;
  name: string;
  ts: number;
  data: Record<string, unknown>;
};

/** An event that cannot be accepted. */
export class InvalidEvent extends Error {
  override name = "InvalidEvent";
}

/** Postgres indexes ids, and an index entry has to fit on a page. */
const LONGEST_ID = 500;
const LONGEST_KEY = 200;

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** The SDK repeats a request whose response was lost, with the same seed: the ids must be the same too. */
const newEventId = (seed: string | null, index: number) =>
  seed ? createHash("sha256").update(`${seed}:${index}`).digest("hex").slice(0, 32) : uuidv7();

function readEvent(event: unknown, seed: string | null, index: number): StoredEvent {
  if (!isRecord(event) || typeof event.name !== "string" || event.name === "") {
    throw new InvalidEvent("An event needs a name.");
  }
  const { id = newEventId(seed, index), ts = Date.now(), data = {} } = event;
  if (typeof id !== "string" || id.length > LONGEST_ID || id.includes("\0")) {
    throw new InvalidEvent(`An event's ID must be a string of at most ${LONGEST_ID} characters.`);
  }
  if (!isRecord(data)) throw new InvalidEvent("An event's data must be an object.");
  return { ...event, name: event.name, id: id || newEventId(seed, index), ts: Number(ts), data };
}

/**
 * Reads what the SDK sends: one event or many.
 * @throws InvalidEvent
 */
export const readEvents = (body: unknown, seed: string | null): StoredEvent[] =>
  [body].flat().map((event, index) => readEvent(event, seed, index));

/** The value at a path in the event's data, as text that fits into an index. */
function keyAt(path: string[], event: StoredEvent): string {
  let value: unknown = event.data;
  for (const name of path) value = isRecord(value) ? value[name] : undefined;
  const key = JSON.stringify(value ?? null);
  return key.length <= LONGEST_KEY ? key : createHash("sha256").update(key).digest("hex");
}

/**
 * The run's queue: its function and the values of its limits' keys, if any. With two limits, each counts all
 * queues that have its value, so a run names both.
 */
function queueOf({ id, concurrency }: Plan, event: StoredEvent) {
  const values = concurrency.map(({ keyPath }) =>
    keyPath.length > 0 ? [keyAt(keyPath, event)] : [],
  );
  const queue = [id, ...values.flat()].join(" ");
  const [first = [], second] = values;
  if (!second) return { queue, concurrencyKeys: null };
  return { queue, concurrencyKeys: [[id, ...first].join(" "), [id, 2, ...second].join(" ")] };
}

/** A function's run for an event. */
export const runOf = (plan: Plan, event: StoredEvent): NewRun => ({
  id: uuidv7(),
  functionId: plan.id,
  eventId: event.id,
  event,
  ...queueOf(plan, event),
});

/** The runs that events start; events that start nothing are dropped. */
export const runsStartedBy = (events: StoredEvent[], plans: Iterable<Plan>): NewRun[] => {
  const known = [...plans];
  return events.flatMap((event) =>
    known.filter((plan) => plan.events.includes(event.name)).map((plan) => runOf(plan, event)),
  );
};

/** The event of a cron trigger. Its id is the same in every process: so each tick runs once. */
export const tickEvent = (expression: string, tick: number): StoredEvent => ({
  id: `cron:${expression}:${new Date(tick).toISOString()}`,
  name: "inngest/scheduled.timer",
  ts: tick,
  data: { cron: expression },
});
