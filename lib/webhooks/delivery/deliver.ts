import { countStored } from "../../auth/storage/usage.ts";
import { batch, batchedLookup } from "../../batch.ts";
import { unlessDeleted } from "../../database/unless-deleted.ts";
import { type Attempted, DUE_MS, unwatched, type Watch } from "../../jobs/attempts.ts";
import type { Member } from "../../jobs/sql.ts";
import { recordHealth } from "../endpoints/health.ts";
import { sendDelivery } from "./send.ts";
import { insertAttempts, type LoggedAttempt, loadDeliveries, markDead } from "./sql.ts";
import { recordAttempt, recordDead } from "./telemetry.ts";

/** The retry schedule of deliveries, as far as an attempt has to know it. */
export type DeliverySchedule = {
  /** The wait of this delivery before an attempt, counted from 1, in milliseconds. */
  waitBefore(id: string, attempt: number): number;
  /** The number of attempts, after which it is given up. */
  attempts: number;
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
 * Makes one attempt, if one is due. A 2xx within 15 seconds is success, a redirect is a failure, and 410 disables the
 * endpoint. If repeated after a crash, it sends the same `webhook-id` again.
 * @returns the delivery's status; `superseded` if a later run has taken over, `gone` if it was deleted
 */
export async function attemptDelivery(
  delivery: Member,
  schedule: DeliverySchedule,
  watch: Watch = unwatched,
): Promise<Attempted> {
  const work = () => attemptOnce(delivery, schedule, watch);
  const attempted = await unlessDeleted("webhookDelivery", delivery.id, work);
  return attempted === "gone" ? left("gone") : attempted;
}

const left = (status: string): Attempted => ({ status, dueInMs: 0 });

async function attemptOnce(
  { id: deliveryId, generation }: Member,
  schedule: DeliverySchedule,
  watch: Watch,
): Promise<Attempted> {
  const row = await loadDelivery(deliveryId);
  if (!row) throw new Error(`delivery ${deliveryId} doesn't exist`);
  if (row.status !== "pending") return left(row.status);
  if (row.generation > generation) return left("superseded");
  if (row.endpointStatus !== "enabled") {
    await abandonDelivery(deliveryId, generation);
    return left("dead");
  }
  if (row.dueInMs > DUE_MS) return { status: "pending", dueInMs: row.dueInMs };
  const attemptedAt = new Date();
  const attempt = await watch(() => sendDelivery(row));
  const code = attempt.responseCode ?? 0;
  const number = row.attemptCount + 1;
  const isLast = code === 410 || number >= schedule.attempts;
  const status = code >= 200 && code < 300 ? "delivered" : isLast ? "dead" : "pending";
  const planned = isLast ? 0 : schedule.waitBefore(deliveryId, number + 1);
  const dueInMs = Math.max(planned, attempt.retryAfterMs ?? 0);
  await logAttempt({
    ...attempt,
    deliveryId,
    generation,
    attemptedAt,
    status,
    nextWaitMs: dueInMs,
  });
  countStored(row.bankId, 1, [attempt.responseBody, attempt.error]);
  recordAttempt({ deliveryId, ...row }, attempt, status);
  const asBefore = status === "delivered" && !row.endpointFailing;
  if (!asBefore) await recordHealth(row.endpointId, code === 410 ? "gone" : status);
  return { status, dueInMs, answered: status === "delivered" };
}
