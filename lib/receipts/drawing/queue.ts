/** Limits drawing: how many at once, how many wait, and how many per person. One queue per process. */
import { availableParallelism } from "node:os";
import { ServiceError } from "../../errors.ts";
import { perProcess } from "../../singleton.ts";

export const DRAWING_LIMITS = {
  /** Leaves one core for everything else. */
  atOnce: Math.max(1, Math.min(4, availableParallelism() - 1)),
  waiting: 16,
  /** Documents in progress per cardholder, from the first database query on. */
  ofOnePerson: 2,
};

type Queue = { drawing: number; waiting: (() => void)[]; people: Map<string, number> };

export const drawingQueue = perProcess<Queue>("drawing queue", () => ({
  drawing: 0,
  waiting: [],
  people: new Map(),
}));

const wait = (seconds: number) => ({ headers: { "Retry-After": String(seconds) } });

/** The response if the queue is full, or drawing fails. */
export const overloaded = () => new ServiceError("SERVICE_UNAVAILABLE", wait(5));

function refuseWhereFull({ waiting }: Queue): void {
  if (waiting.length >= DRAWING_LIMITS.waiting) throw overloaded();
}

/**
 * Makes one document for a person, including its database queries.
 * @throws ServiceError RATE_LIMITED if too many of theirs are in progress, SERVICE_UNAVAILABLE if the queue
 *   is full
 */
export async function withinPersonLimit<T>(
  cardholderId: string,
  make: () => Promise<T>,
): Promise<T> {
  const queue = drawingQueue();
  const theirs = queue.people.get(cardholderId) ?? 0;
  if (theirs >= DRAWING_LIMITS.ofOnePerson) throw new ServiceError("RATE_LIMITED", wait(2));
  refuseWhereFull(queue);
  queue.people.set(cardholderId, theirs + 1);
  try {
    return await make();
  } finally {
    const left = (queue.people.get(cardholderId) ?? 1) - 1;
    if (left > 0) queue.people.set(cardholderId, left);
    else queue.people.delete(cardholderId);
  }
}

/**
 * Draws when a slot is free, first come first served.
 * @throws ServiceError SERVICE_UNAVAILABLE if the queue is full
 */
export async function whenFree<T>(draw: () => Promise<T>): Promise<T> {
  const queue = drawingQueue();
  if (queue.drawing < DRAWING_LIMITS.atOnce) queue.drawing++;
  else {
    refuseWhereFull(queue);
    // Hands the slot to the next in the queue.
    await new Promise<void>((resolve) => queue.waiting.push(resolve));
  }
  try {
    return await draw();
  } finally {
    const next = queue.waiting.shift();
    if (next) next();
    else queue.drawing--;
  }
}
