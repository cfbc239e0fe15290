/** Gauges, read at each Prometheus scrape: some of this process, some of the shared database. */
import { collectDefaultMetrics, Gauge, type Registry } from "prom-client";
import { pool } from "../database/pool.ts";
import { env } from "../env.ts";
import { metrics } from "../metrics.ts";
import { perProcess } from "../singleton.ts";
import type { Snapshot } from "./sql.ts";

type Field = keyof Snapshot;

/**
 * Metrics of a snapshot field, or of one field per label value. Every process reports the same value: aggregate with
 * `max`, never `sum`.
 */
const READINGS: Record<
  string,
  [help: string, shown: Field | Record<string, Field>, label?: "state" | "status"]
> = {
  points_donations_pending: ["Donations that are accepted and still pending.", "donationsPending"],
  points_donations_oldest_pending_seconds: ["Age of the oldest pending donation.", "oldestPending"],
  points_donations_flagged: ["Donations that need an operator's attention.", "flagged"],
  points_outbox_jobs: ["Jobs waiting to be sent to the engine.", "outbox"],
  points_outbox_oldest_seconds: ["Age of the oldest waiting job.", "oldestOutbox"],
  points_runs: [
    "Durable runs, by state.",
    { running: "runsRunning", due: "runsDue", late: "runsLate" },
    "state",
  ],
  points_runs_oldest_due_seconds: [
    "How long the oldest unclaimed run has been due.",
    "oldestDueRun",
  ],
  points_webhook_deliveries: [
    "Deliveries, by status.",
    { pending: "deliveriesPending", dead: "deliveriesDead" },
    "status",
  ],
  points_webhook_oldest_seconds: [
    "Age of the oldest delivery, by status.",
    { pending: "oldestDeliveryPending", dead: "oldestDeliveryDead" },
    "status",
  ],
  points_ledger_findings: ["What the last check of the books has found.", "ledgerFindings"],
  points_ledger_check_age_seconds: ["How long ago the books were checked.", "ledgerChecked"],
  points_emails_pending: ["Emails waiting to be sent.", "emailsPending"],
  points_emails_oldest_seconds: ["Age of the oldest waiting email.", "oldestEmail"],
};

function addProcessGauges(registers: Registry[]): void {
  const { environment, embeddedExecutor } = env();
  const node = process.version;
  new Gauge({
    name: "points_build_info",
    help: "Always 1. The labels describe this process.",
    labelNames: ["environment", "executor", "node"],
    registers,
  }).set({ environment, executor: embeddedExecutor ? "embedded" : "inngest", node }, 1);
  new Gauge({
    name: "points_db_connections",
    help: "Database connections of this process, by state.",
    labelNames: ["state"],
    registers,
    collect() {
      const { totalCount, idleCount } = pool();
      this.set({ state: "in_use" }, totalCount - idleCount);
      this.set({ state: "idle" }, idleCount);
    },
  });
  new Gauge({
    name: "points_db_waiting",
    help: "Requests in this process waiting for a database connection.",
    registers,
    collect() {
      this.set(pool().waitingCount);
    },
  });
}

/** A count, or an age in seconds; 0 if there is nothing. */
function readingOf(snapshot: Snapshot, field: Field): number {
  const value = snapshot[field];
  if (typeof value === "number") return value;
  return value ? Math.max(0, snapshot.asOf.getTime() - value.getTime()) / 1_000 : 0;
}

function makeGauges() {
  const { registry } = metrics();
  const registers = [registry];
  // Milliseconds between its samples of the event loop. The default of 10 is a fifth of what an idle process costs.
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: 50 });
  addProcessGauges(registers);
  const up = new Gauge({
    name: "points_database_up",
    help: "Whether this process can reach the database: 1 or 0.",
    registers,
  });
  const readings = Object.entries(READINGS).flatMap(([name, [help, shown, label]]) => {
    const gauge = new Gauge({ name, help, labelNames: label ? [label] : [], registers });
    if (typeof shown === "string") return [{ gauge, field: shown, labels: {} }];
    return Object.entries(shown).map(([value, field]) => {
      return { gauge, field, labels: { [String(label)]: value } };
    });
  });
  return {
    /** @param snapshot undefined if the database did not respond: its gauges are omitted */
    set(snapshot: Snapshot | undefined): void {
      up.set(snapshot ? 1 : 0);
      for (const { gauge, labels, field } of readings) {
        if (snapshot) gauge.set(labels, readingOf(snapshot, field));
        else gauge.remove(labels);
      }
    },
  };
}

export const gauges = perProcess("gauges", makeGauges);
