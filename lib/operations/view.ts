/** The operator's view: whether money is moving, work in progress, and incidents. */

import { runForOne } from "../database/run.ts";
import { readPressure } from "../storage/pressure.ts";
import { readIncidents } from "./incidents.ts";
import { lastSettled, readSnapshot } from "./sql.ts";

/** Unfinished work of one kind. `oldestAt` is when the oldest was requested. */
export type Waiting = { count: number; oldestAt: Date | null };

/** The view for the operator command and for the sandbox's page, with the names of `status --json`. */
export async function readOperations() {
  const disk = await readPressure();
  const snapshot = await readSnapshot();
  const settled = await runForOne(lastSettled);
  const incidents = await readIncidents();
  const waiting: Record<"donations" | "jobs" | "deliveries" | "emails", Waiting> = {
    donations: { count: snapshot.donationsPending, oldestAt: snapshot.oldestPending },
    jobs: { count: snapshot.outbox, oldestAt: snapshot.oldestOutbox },
    deliveries: { count: snapshot.deliveriesPending, oldestAt: snapshot.oldestDeliveryPending },
    emails: { count: snapshot.emailsPending, oldestAt: snapshot.oldestEmail },
  };
  const isDiskLow = disk !== null && disk.level !== "ok";
  return {
    asOf: snapshot.asOf,
    /** Whether an operator has to act. */
    needsAttention: isDiskLow || incidents.some(({ isUrgent }) => isUrgent),
    /** The space on the database's volume, and the bank that has stored the most today; null if unknown. */
    disk,
    /** When a donation was last completed or failed; null if never. */
    lastSettledAt: settled?.at ?? null,
    waiting,
    incidents,
  };
}

export type OperationsView = Awaited<ReturnType<typeof readOperations>>;
