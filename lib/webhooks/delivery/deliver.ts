import { countStored } from "../../auth/storage/usage.ts";
import { batch, batchedLookup } from "../../batch.ts";
import { unlessDeleted } from "../../database/unless-deleted.ts";
import { unwatched, type Watch } from "../../jobs/watch.ts";
import { recordHealth } from "../endpoints/health.ts";
import { sendDelivery } from "./send.ts";
import { insertAttempts, type LoggedAttempt, loadDeliveries, markDead } from "./sql.ts";
import { recordAttempt, recordDead } from "./telemetry.ts";

/** A delivery's status after an attempt. */
export type DeliveryOutcome = {
  /** `superseded`: a later run has taken over this delivery. `gone`: it was deleted. */
  status: "pending" | "delivered" | "dead" | "superseded" | "gone";
  /** Set if the endpoint sent `Retry-After`. */
  retryAfterMs: number | null;
};

/** One attempt: its run's generation, and the wait before the next attempt. */
export type DeliveryRun = {
  generation: number;
  nextWaitMs: number;
  /** Sees the call to the endpoint. */
  watch?: Watch;
};

/** Batched: one round trip for concurrent lookups. */
const loadDelivery = batchedLookup(
  (deliveryIds) => loadDeliveries({ deliveryIds }),
  (delivery) => delivery.id,
);

/** Logs an attempt and updates its delivery. Group commit: concurrent calls share one statement. */
export const logAttempt = batch(
  ({ deliveryId }: LoggedAttempt) => deliveryId,
  async (attempts) => {
    await insertAttempts({ attempts });
    return attempts.map(() => undefined);
  },
);

/**
 * Gives up a delivery: it stays in the dead-letter list until it is replayed. Guarded by the generation, so
 * that an ending run does not undo a replay that has just started.
 */
export async function abandonDelivery(deliveryId: string, generation: number): Promise<void> {
  const dead = await markDead({ deliveryId, generation });
  for (const row of dead) recordDead({ deliveryId, ...row });
}

/**
 * Makes one attempt. A 2xx within 15 seconds is success, a redirect is a failure, and 410 disables the
 * endpoint. If repeated after a crash, it sends the same `webhook-id` again.
 */
export async function attemptDelivery(
  deliveryId: string,
  run: DeliveryRun,
): Promise<DeliveryOutcome> {
  const work = () => attemptOnce(deliveryId, run);
  const outcome = await unlessDeleted("webhookDelivery", deliveryId, work);
  return outcome === "gone" ? { status: "gone", retryAfterMs: null } : outcome;
}

async function attemptOnce(deliveryId: string, run: DeliveryRun): Promise<DeliveryOutcome> {
  const row = await loadDelivery(deliveryId);
  if (!row) throw new Error(`delivery ${deliveryId} doesn't exist`);
  if (row.status !== "pending") {
    return { status: row.status === "delivered" ? "delivered" : "dead", retryAfterMs: null };
  }
  if (row.generation > run.generation) return { status: "superseded", retryAfterMs: null };
  if (row.endpointStatus !== "enabled") {
    await abandonDelivery(deliveryId, run.generation);
    return { status: "dead", retryAfterMs: null };
  }
  const attemptedAt = new Date();
  const { watch = unwatched } = run;
  const attempt = await watch(() => sendDelivery(row));
  const code = attempt.responseCode ?? 0;
  const status = code >= 200 && code < 300 ? "delivered" : code === 410 ? "dead" : "pending";
  const nextWaitMs = Math.max(run.nextWaitMs, attempt.retryAfterMs ?? 0);
  await logAttempt({ ...attempt, deliveryId, attemptedAt, status, nextWaitMs });
  countStored(row.bankId, 1, [attempt.responseBody, attempt.error]);
  recordAttempt({ deliveryId, ...row }, attempt, status);
  const asBefore = status === "delivered" && !row.endpointFailing;
  if (!asBefore) await recordHealth(row.endpointId, code === 410 ? "gone" : status);
  return { status, retryAfterMs: attempt.retryAfterMs };
}
