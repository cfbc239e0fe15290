/** Events and the runs they start. */
import { createHash } from "node:crypto";
import { v7 as uuidv7 } from "uuid";
import { z } from "zod";
import type { Plan } from "./function-config.ts";
import type { NewRun } from "./store.ts";

/** These are indexed, and an index entry has to fit on a page. */
const [MAX_ID_LENGTH, MAX_KEY_LENGTH] = [500, 200];

const eventShape = z.looseObject({
  name: z.string().min(1),
  id: z
    .string()
    .max(MAX_ID_LENGTH)
    .regex(/^[^\0]*$/, "contains NUL")
    .optional(),
  ts: z.number().optional(),
  data: z.record(z.string(), z.unknown()).default({}),
});

/** An event as functions receive it. */
export type StoredEvent = z.infer<typeof eventShape> & { id: string; ts: number };

/** The SDK retries a request whose response was lost with the same seed, which has to give the same IDs. */
const newEventId = (seed: string | null, index: number) =>
  seed ? createHash("sha256").update(`${seed}:${index}`).digest("hex").slice(0, 32) : uuidv7();

/** @throws ZodError if it's invalid */
export function readEvent(input: unknown, seed: string | null, index: number): StoredEvent {
  const event = eventShape.parse(input);
  return { ...event, id: event.id || newEventId(seed, index), ts: event.ts ?? Date.now() };
}

/** The value at a path in the event's data, as text short enough to index. */
function keyAt(path: string[], event: StoredEvent): string {
  let value: unknown = event.data;
  for (const name of path) value = (value as Record<string, unknown> | null | undefined)?.[name];
  const key = JSON.stringify(value ?? null);
  return key.length <= MAX_KEY_LENGTH ? key : createHash("sha256").update(key).digest("hex");
}

/** A function's run for an event. Its queue is named after the values of all limits' keys; each limit counts all queues with its value. */
export function runOf({ id, concurrency }: Plan, event: StoredEvent): NewRun {
  const nameOf = (...parts: string[]) => [id, ...parts].join(" ");
  const [first = [], second] = concurrency.map(({ keyPath }) =>
    keyPath.length > 0 ? [keyAt(keyPath, event)] : [],
  );
  const queue = nameOf(...first, ...(second ?? []));
  const limitKeys = second ? [nameOf(...first), nameOf("2", ...second)] : [queue];
  return { id: uuidv7(), functionId: id, eventId: event.id, event, queue, limitKeys };
}

/** The event of a cron trigger. Its ID is the same in every process, so each tick runs once. */
export const tickEvent = (expression: string, tick: number): StoredEvent => ({
  id: `cron:${expression}:${new Date(tick).toISOString()}`,
  name: "inngest/scheduled.timer",
  ts: tick,
  data: { cron: expression },
});
