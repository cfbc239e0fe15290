/** What is counted and logged of each attempt to deliver: the end of a donation's trail. */
import { log } from "../../log.ts";
import { metrics } from "../../metrics.ts";

/** Ids only: an endpoint's address may hold what opens it. */
export type About = {
  delivery_id: string;
  event_id: string;
  endpoint_id: string;
  bank_id: string;
  /** Null where the event is about no donation. */
  donation_id: string | null;
};

/** What came of an attempt: a status, or the kind of error that there was in its place. */
type Came = { responseCode: number | null; fault: string | null; latencyMs: number };

/** Counts and logs an attempt, and the end of a delivery that came of it. */
export function noteAttempt(about: About, came: Came, status: string): void {
  const { responseCode, fault, latencyMs } = came;
  const answered = status === "delivered" ? "delivered" : "refused";
  const outcome = responseCode === null ? "unreachable" : answered;
  metrics().webhookAttempts.inc({ outcome });
  metrics().webhookSeconds.observe(latencyMs / 1_000);
  const answer = responseCode === null ? { fault } : { code: responseCode };
  log().info({ ...about, outcome, ...answer, ms: latencyMs }, "delivery");
  if (status === "dead") noteDead(about);
}

/** Counts and logs a delivery that was given up. */
export function noteDead(about: About): void {
  metrics().webhookDead.inc();
  log().warn({ ...about, outcome: "dead" }, "delivery given up: it waits for a replay");
}
