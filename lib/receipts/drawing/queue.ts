/** Limits drawing: how many at once, how many wait, and how many per person. One queue per process. */
import { availableParallelism } from "node:os";
import { ServiceError } from "../../errors.ts";
import { FairQueue, type TurnKey } from "../../fair-queue.ts";
import { perProcess } from "../../singleton.ts";

export const DRAWING_LIMITS = {
  /** Leaves a core for requests where there are more than two, and always a slot for receipts. */
  concurrency: Math.max(2, Math.min(4, availableParallelism() - 1)),
  waiting: 16,
  /** Documents in progress per cardholder. */
  ofOnePerson: 2,
};

/**
 * Receipts are short, and somebody waits for them: statements and cards never take the last slot. Emails
 * wait one at a time (receipts/email.ts), so their turn is the next but one.
 */
export const drawingTurn = {
  receipt: (cardholderId: string): TurnKey => ["receipts", cardholderId],
  emailedReceipt: ["emails"] as TurnKey,
  statement: (cardholderId: string): TurnKey => ["long", "statements", cardholderId],
  card: ["long", "cards"] as TurnKey,
};

export const drawingQueue = perProcess("drawing queue", () => {
  const { concurrency, waiting } = DRAWING_LIMITS;
  return new FairQueue({ concurrency, waiting, concurrencyPerKey: concurrency - 1 });
});

const people = perProcess("people who draw", () => new Map<string, number>());

const wait = (seconds: number) => ({ headers: { "Retry-After": String(seconds) } });

/** The response if drawing fails. */
export const overloaded = () => new ServiceError("SERVICE_UNAVAILABLE", wait(5));

/**
 * Makes one document for a person when it is its turn, including its database queries: nothing is read for
 * one that is refused, and nothing is kept for one that waits.
 * @throws ServiceError RATE_LIMITED if too many of theirs are in progress, SERVICE_UNAVAILABLE if the queue
 *   is full
 */
export async function withinPersonLimit<T>(
  cardholderId: string,
  turn: TurnKey,
  make: () => Promise<T>,
): Promise<T> {
  const inProgress = people();
  const theirs = inProgress.get(cardholderId) ?? 0;
  if (theirs >= DRAWING_LIMITS.ofOnePerson) throw new ServiceError("RATE_LIMITED", wait(2));
  inProgress.set(cardholderId, theirs + 1);
  try {
    return await drawingQueue().run(turn, make);
  } finally {
    const left = (inProgress.get(cardholderId) ?? 1) - 1;
    if (left > 0) inProgress.set(cardholderId, left);
    else inProgress.delete(cardholderId);
  }
}
