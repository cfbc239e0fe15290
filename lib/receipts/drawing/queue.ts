/**
 * Who may draw, and when: so many at once, so many that wait, and so many of one person. One queue per
 * process.
 */
import { availableParallelism } from "node:os";
import { ServiceError } from "../../errors.ts";
import { perProcess } from "../../singleton.ts";

export const DRAWING_LIMITS = {
  /** One core is left to those who ask for anything else. */
  atOnce: Math.max(1, Math.min(4, availableParallelism() - 1)),
  waiting: 16,
  /** Under way for one cardholder, from the first look at the database on. */
  ofOnePerson: 2,
};

type Queue = { drawing: number; waiting: (() => void)[]; people: Map<string, number> };

export const drawingQueue = perProcess<Queue>("drawing queue", () => ({
  drawing: 0,
  waiting: [],
  people: new Map(),
}));

const wait = (seconds: number) => ({ headers: { "Retry-After": String(seconds) } });

/** What is said where there is no place, or no end to it. */
export const overloaded = () => new ServiceError("SERVICE_UNAVAILABLE", wait(5));

function refuseWhereFull({ waiting }: Queue): void {
  if (waiting.length >= DRAWING_LIMITS.waiting) throw overloaded();
}

/**
 * Makes one document of a person's, whatever has to be read for it.
 * @throws ServiceError RATE_LIMITED where enough of theirs are under way, SERVICE_UNAVAILABLE where the
 *   queue is full
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
 * Draws once there is a place, in the order of asking.
 * @throws ServiceError SERVICE_UNAVAILABLE where the queue is full
 */
export async function whenFree<T>(draw: () => Promise<T>): Promise<T> {
  const queue = drawingQueue();
  if (queue.drawing < DRAWING_LIMITS.atOnce) queue.drawing++;
  else {
    refuseWhereFull(queue);
    // Whoever ends hands the place on.
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
