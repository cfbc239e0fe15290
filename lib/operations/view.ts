/** Is money moving? One look at everything that is under way, and at what is not as it should be. */
import { runForOne } from "../database/run.ts";
import { type Incidents, readIncidents } from "./incidents/incidents.ts";
import { readSnapshot } from "./snapshot.ts";
import { lastSettled } from "./sql.ts";

/** Work of one kind that is not done yet. `oldestAt` is when the one that waits longest was asked for. */
export type Waiting = { count: number; oldestAt: Date | null };

export type OperationsView = {
  asOf: Date;
  /** Whether somebody has to act. */
  needsAttention: boolean;
  /** When a donation was last completed or failed; null where none ever was. */
  lastSettledAt: Date | null;
  waiting: Record<"donations" | "promises" | "deliveries" | "mails", Waiting>;
  /** Named so in the output of `status --json`. */
  troubles: Incidents[];
};

/** The operator's view, for the command and for the sandbox's page. */
export async function readOperations(): Promise<OperationsView> {
  const [snapshot, settled, incidents] = await Promise.all([
    readSnapshot(),
    runForOne(lastSettled),
    readIncidents(),
  ]);
  return {
    asOf: snapshot.asOf,
    needsAttention: incidents.some(({ isUrgent }) => isUrgent),
    lastSettledAt: settled?.at ?? null,
    waiting: {
      donations: { count: snapshot.donationsPending, oldestAt: snapshot.oldestPending },
      promises: { count: snapshot.outbox, oldestAt: snapshot.oldestOutbox },
      deliveries: { count: snapshot.deliveriesPending, oldestAt: snapshot.oldestDeliveryPending },
      mails: { count: snapshot.mailsPending, oldestAt: snapshot.oldestMail },
    },
    troubles: incidents,
  };
}
