/** Metrics and log lines of delivery attempts, the last part of a donation's timeline. */
import { log } from "../../log.ts";
import { metrics } from "../../metrics.ts";
import type { Attempt } from "./send.ts";

/** A delivery's ids. Its endpoint's address stays out of the log: it may hold a token. */
export type DeliveryIds = {
  deliveryId: string;
  eventId: string;
  endpointId: string;
  bankId: string;
  /** Null if the event is not about a donation. */
  donationId: string | null;
};

const loggedIds = (ids: DeliveryIds) => ({
  delivery_id: ids.deliveryId,
  event_id: ids.eventId,
  endpoint_id: ids.endpointId,
  bank_id: ids.bankId,
  donation_id: ids.donationId,
});

/** Counts and logs an attempt, and the delivery if it has ended. */
export function recordAttempt(ids: DeliveryIds, attempt: Attempt, status: string): void {
  const { responseCode, fault, latencyMs } = attempt;
  const answered = status === "delivered" ? "delivered" : "refused";
  const outcome = responseCode === null ? "unreachable" : answered;
  metrics().webhookAttempts.inc({ outcome });
  metrics().webhookSeconds.observe(latencyMs / 1_000);
  const answer = responseCode === null ? { fault } : { code: responseCode };
  log().info({ ...loggedIds(ids), outcome, ...answer, ms: latencyMs }, "delivery");
  if (status === "dead") recordDead(ids);
}

/** Counts and logs a delivery that was given up. */
export function recordDead(ids: DeliveryIds): void {
  metrics().webhookDead.inc();
  log().warn({ ...loggedIds(ids), outcome: "dead" }, "delivery given up; it can be replayed");
}
