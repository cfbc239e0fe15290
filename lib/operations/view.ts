/** The operator's view: whether money is moving, work in progress, and incidents. */
import { readPressure } from "../auth/storage/pressure.ts";
import { runForOne } from "../database/run.ts";
import { type Incidents, readIncidents } from "./incidents.ts";
import { lastSettled, readSnapshot } from "./sql.ts";

/** Unfinished work of one kind. `oldestAt` is when the oldest was requested. */
export type Waiting = { count: number; oldestAt: Date | null };

export type OperationsView = {
  asOf: Date;
  /** Whether an operator has to act. */
  needsAttention: boolean;
  /** The room on the database's volume, and the bank that has stored the most today; null if it isn't known. */
  disk: Awaited<ReturnType<typeof readPressure>>;
  /** When a donation was last completed or failed; null if none ever was. */
  lastSettledAt: Date | null;
  waiting: Record<"donations" | "promises" | "deliveries" | "mails", Waiting>;
  /** The names in the output of `status --json`. */
  troubles: Incidents[];
};

/** The view for the operator command and for the sandbox's page. */
export async function readOperations(): Promise<OperationsView> {
  const [disk, snapshot, settled, troubles] = await Promise.all([
    readPressure(),
    readSnapshot(),
    runForOne(lastSettled),
    readIncidents(),
  ]);
  return {
    asOf: snapshot.asOf,
    needsAttention:
      troubles.some(({ isUrgent }) => isUrgent) || (disk !== null && disk.level !== "ok"),
    disk,
    lastSettledAt: settled?.at ?? null,
    waiting: {
      donations: { count: snapshot.donationsPending, oldestAt: snapshot.oldestPending },
      promises: { count: snapshot.outbox, oldestAt: snapshot.oldestOutbox },
      deliveries: { count: snapshot.deliveriesPending, oldestAt: snapshot.oldestDeliveryPending },
      mails: { count: snapshot.emailsPending, oldestAt: snapshot.oldestEmail },
    },
    troubles,
  };
}
