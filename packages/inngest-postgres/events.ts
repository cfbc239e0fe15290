/** Events, and the runs that they start. */
import { createHash } from "node:crypto";
import { v7 as uuidv7 } from "uuid";
import { z } from "zod";
import type { Plan } from "./function-config.ts";
import type { NewRun } from "./store.ts";

/** Postgres indexes ids, and an index entry has to fit on a page. */
const [LONGEST_ID, LONGEST_KEY] = [500, 200];

const eventShape = z.looseObject({
  name: z.string().min(1),
  id: z
    .string()
    .max(LONGEST_ID)
    .regex(/^[^\0]*$/, "contains NUL")
    .optional(),
  ts: z.number().optional(),
  data: z.record(z.string(), z.unknown()).default({}),
});

/** An event as functions receive it. */
export type StoredEvent = z.infer<typeof eventShape> & { id: string; ts: number };

/** The SDK repeats a request whose response was lost, with the same seed: the ids must be the same too. */
const newEventId = (seed: string | null, index: number) =>
  seed ? createHash("sha256").update(`${seed}:${index}`).digest("hex").slice(0, 32) : uuidv7();

/** @throws ZodError if it cannot be accepted */
export function readEvent(given: unknown, seed: string | null, index: number): StoredEvent {
  const event = eventShape.parse(given);
  return { ...event, id: event.id || newEventId(seed, index), ts: event.ts ?? Date.now() };
}

/** The value at a path in the event's data, as text that fits into an index. */
function keyAt(path: string[], event: StoredEvent): string {
  let value: unknown = event.data;
  for (const name of path) value = (value as Record<string, unknown> | null | undefined)?.[name];
  const key = JSON.stringify(value ?? null);
  return key.length <= LONGEST_KEY ? key : createHash("sha256").update(key).digest("hex");
}

/** A function's run for an event. It queues under the values of all limits' keys, and each limit counts all queues with its own. */
export function runOf({ id, concurrency }: Plan, event: StoredEvent): NewRun {
  const nameOf = (...parts: string[]) => [id, ...parts].join(" ");
  const [first = [], second] = concurrency.map(({ keyPath }) =>
    keyPath.length > 0 ? [keyAt(keyPath, event)] : [],
  );
  const queue = nameOf(...first, ...(second ?? []));
  const limitKeys = second ? [nameOf(...first), nameOf("2", ...second)] : [queue];
  return { id: uuidv7(), functionId: id, eventId: event.id, event, queue, limitKeys };
}

/** The event of a cron trigger. Its id is the same in every process: so each tick runs once. */
export const tickEvent = (expression: string, tick: number): StoredEvent => ({
  id: `cron:${expression}:${new Date(tick).toISOString()}`,
  name: "inngest/scheduled.timer",
  ts: tick,
  data: { cron: expression },
});
