/** The log line and the metrics of each attempt to push a credit. */
import { performance } from "node:perf_hooks";
import type { Settlement } from "../donations/state.ts";
import { log } from "../log.ts";
import { metrics } from "../metrics.ts";
import type { PushedDonation } from "./sql.ts";

/** An attempt that has started. */
export type PushAttempt = {
  startedAt: number;
  /** The adapter's name, once it is known to exist: it becomes a label. */
  adapter: string;
};

export function beginAttempt(): PushAttempt {
  return { startedAt: performance.now(), adapter: "unknown" };
}

type Outcome = "credited" | "refused" | "unavailable" | "misconfigured";

/** @param found the IDs of the outcome, never the platform's text, which may name a person */
export function recordAttempt(
  { id, schoolId, bankId }: PushedDonation,
  { startedAt, adapter }: PushAttempt,
  outcome: Outcome,
  found: { credit_id?: string; event_id?: string | null; reason?: string } = {},
): void {
  const ms = Math.round(performance.now() - startedAt);
  metrics().pushAttempts.inc({ adapter, outcome });
  metrics().pushSeconds.observe({ adapter }, ms / 1_000);
  const about = { donation_id: id, bank_id: bankId, school_id: schoolId, adapter };
  const level = outcome === "misconfigured" ? "warn" : "info";
  log()[level]({ ...about, outcome, ...found, ms }, "push");
}

/** Counts a donation that was just settled. */
export function countSettled(
  { amountCents, createdAt }: PushedDonation,
  { status: outcome }: Settlement,
  at: Date,
): void {
  metrics().donationsSettled.inc({ outcome });
  metrics().centsSettled.inc({ outcome }, amountCents);
  metrics().settlingSeconds.observe({ outcome }, (at.getTime() - createdAt.getTime()) / 1_000);
}
