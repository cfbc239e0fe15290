import { batch, batchedLookup } from "../../batch.ts";
import {
  type AttemptResult,
  attemptUnlessDeleted,
  DUE_MS,
  finished,
  type Schedule,
  unwatched,
  type Watch,
} from "../../jobs/attempts.ts";
import type { Member } from "../../jobs/sql.ts";
import { log } from "../../log.ts";
import { metrics } from "../../metrics.ts";
import { countStored } from "../../storage/usage.ts";
import { recordHealth } from "../endpoints/health.ts";
import { type Attempt, sendDelivery } from "./send.ts";
import * as sql from "./sql.ts";

/** Batched: one round trip for concurrent lookups. */
const loadDelivery = batchedLookup(
  (deliveryIds) => sql.loadDeliveries({ deliveryIds }),
  (delivery) => delivery.id,
);

/** Logs an attempt and updates its delivery. Group commit: concurrent calls share one statement. */
export const logAttempt = batch(
  ({ deliveryId }: sql.LoggedAttempt) => deliveryId,
  async (attempts) => {
    await sql.insertAttempts({ attempts });
    return attempts.map(() => undefined);
  },
);

/**
 * Marks a delivery dead: it stays a dead letter until it is replayed. Guarded by the generation, so that a
 * finishing run does not undo a replay that has just started.
 */
export async function abandonDelivery(deliveryId: string, generation: number): Promise<void> {
  const dead = await sql.endDelivery({ deliveryId, generation, status: "dead" });
  for (const ids of dead) recordDead(ids);
}

/** The endpoint's URL stays out of the log: it may contain a token. */
const loggedIds = (ids: sql.DeliveryIds) => ({
  delivery_id: ids.id,
  event_id: ids.eventId,
  endpoint_id: ids.endpointId,
  bank_id: ids.bankId,
  donation_id: ids.donationId,
});

/** Records an attempt in metrics and the log, and the delivery if it is now dead. */
function recordAttempt(ids: sql.DeliveryIds, attempt: Attempt, status: string): void {
  const { responseCode, fault, latencyMs } = attempt;
  const accepted = status === "delivered" ? "delivered" : "refused";
  const outcome = responseCode === null ? "unreachable" : accepted;
  metrics().webhookAttempts.inc({ outcome });
  metrics().webhookSeconds.observe(latencyMs / 1_000);
  const response = responseCode === null ? { fault } : { code: responseCode };
  log().info({ ...loggedIds(ids), outcome, ...response, ms: latencyMs }, "delivery");
  if (status === "dead") recordDead(ids);
}

function recordDead(ids: sql.DeliveryIds): void {
  metrics().webhookDeadLetters.inc();
  log().warn(
    { ...loggedIds(ids), outcome: "dead" },
    "delivery failed permanently; it can be replayed",
  );
}

/**
 * Makes one attempt, if one is due. A 2xx within 15 seconds is success, a redirect is a failure, and 410 disables the
 * endpoint. If repeated after a crash, it sends the same `webhook-id` again.
 * @returns the delivery's status; `superseded` if a later run has replaced this one, `gone` if it was deleted
 */
export const attemptDelivery = (
  { id: deliveryId, generation }: Member,
  schedule: Schedule,
  watch: Watch = unwatched,
): Promise<AttemptResult> =>
  attemptUnlessDeleted("webhookDelivery", deliveryId, async () => {
    const row = await loadDelivery(deliveryId);
    if (!row) throw new Error(`delivery ${deliveryId} doesn't exist`);
    if (row.status !== "pending") return finished(row.status);
    if (row.generation > generation) return finished("superseded");
    if (row.endpointStatus === "disabled") {
      await sql.endDelivery({ deliveryId, generation, status: "skipped" });
      return finished("skipped");
    }
    if (row.endpointStatus === "deleted") {
      await abandonDelivery(deliveryId, generation);
      return finished("dead");
    }
    if (row.dueInMs > DUE_MS) return { status: "pending", dueInMs: row.dueInMs };
    const attemptedAt = new Date();
    const attempt = await watch(() => sendDelivery(row));
    const code = attempt.responseCode ?? 0;
    const number = row.attemptCount + 1;
    const isLast = code === 410 || number >= schedule.attempts;
    const status = code >= 200 && code < 300 ? "delivered" : isLast ? "dead" : "pending";
    const planned = isLast ? 0 : schedule.waitBefore(number + 1, deliveryId);
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
    recordAttempt(row, attempt, status);
    const isStillHealthy = status === "delivered" && !row.endpointFailing;
    if (!isStillHealthy) await recordHealth(row.endpointId, code === 410 ? "gone" : status);
    return { status, dueInMs, answered: status === "delivered" };
  });
