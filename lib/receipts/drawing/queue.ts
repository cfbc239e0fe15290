/** Limits how many documents are drawn at once, wait, and are in progress per cardholder. One queue per process. */
import { availableParallelism } from "node:os";
import { ServiceError } from "../../errors.ts";
import { FairQueue, type TurnKey } from "../../fair-queue.ts";
import { perProcess } from "../../singleton.ts";

export const DRAWING_LIMITS = {
  /** Leaves a core for requests if there are more than two, and always a slot for receipts. */
  concurrency: Math.max(2, Math.min(4, availableParallelism() - 1)),
  waiting: 16,
  perCardholder: 2,
};

/**
 * Receipts are short, and someone is waiting for them, so statements and cards never take the last slot.
 * Emails wait one at a time (receipts/email.ts), so at most two other documents come first.
 */
export const drawingTurn = {
  receipt: (cardholderId: string): TurnKey => ["receipts", cardholderId],
  emailedReceipt: ["emails"] as TurnKey,
  statement: (cardholderId: string): TurnKey => ["long", "statements", cardholderId],
  preview: (team: string): TurnKey => ["long", "previews", team],
  report: (tenant: string): TurnKey => ["long", "reports", tenant],
  account: ["long", "accounts"] as TurnKey,
  card: ["long", "cards"] as TurnKey,
};

export const drawingQueue = perProcess("drawing queue", () => {
  const { concurrency, waiting } = DRAWING_LIMITS;
  return new FairQueue({ concurrency, waiting, concurrencyPerKey: concurrency - 1 });
});

const inProgressCounts = perProcess("drawings per cardholder", () => new Map<string, number>());

const retryAfter = (seconds: number) => ({ headers: { "Retry-After": String(seconds) } });

export const overloaded = () => new ServiceError("SERVICE_UNAVAILABLE", retryAfter(5));

/**
 * Makes one document for a cardholder or a team when its turn comes, including its database queries: a refused one
 * reads nothing, and a waiting one holds nothing in memory.
 * @throws ServiceError RATE_LIMITED if too many of theirs are in progress, SERVICE_UNAVAILABLE if the queue
 *   is full
 */
export async function withCardholderLimit<T>(
  cardholderId: string,
  turn: TurnKey,
  make: () => Promise<T>,
): Promise<T> {
  const inProgress = inProgressCounts();
  const theirs = inProgress.get(cardholderId) ?? 0;
  if (theirs >= DRAWING_LIMITS.perCardholder) throw new ServiceError("RATE_LIMITED", retryAfter(2));
  inProgress.set(cardholderId, theirs + 1);
  try {
    return await drawingQueue().run(turn, make);
  } finally {
    const remaining = (inProgress.get(cardholderId) ?? 1) - 1;
    if (remaining > 0) inProgress.set(cardholderId, remaining);
    else inProgress.delete(cardholderId);
  }
}
