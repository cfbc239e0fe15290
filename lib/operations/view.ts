/** Is money moving? One look at everything that is under way, and at what is not as it should be. */
import type { SystemScope } from "../auth/scopes.ts";
import { pool } from "../database/pool.ts";
import { readStanding } from "./standing.ts";
import { readTroubles, type Troubles } from "./troubles.ts";

/** Work of one kind that is not done yet. `oldestAt` is when the one that waits longest was asked for. */
export type Waiting = { count: number; oldestAt: Date | null };

export type OperationsView = {
  asOf: Date;
  /** Whether somebody has to act. */
  needsAttention: boolean;
  /** When a donation was last completed or failed; null where none ever was. */
  lastSettledAt: Date | null;
  waiting: Record<"donations" | "promises" | "deliveries" | "mails", Waiting>;
  troubles: Troubles[];
};

const LAST_SETTLED = `
  select max(last.at) as at from bank b cross join lateral (
    select coalesce(completed_at, failed_at) as at from donation
    where bank_id = b.id and status <> 'pending'
    order by coalesce(completed_at, failed_at) desc limit 1) last`;

/** The operator's view, for the command and for the sandbox's page. */
export async function readOperations(_scope: SystemScope): Promise<OperationsView> {
  const [standing, settled, troubles] = await Promise.all([
    readStanding(),
    pool().query<{ at: Date | null }>(LAST_SETTLED),
    readTroubles(),
  ]);
  return {
    asOf: standing.asOf,
    needsAttention: troubles.some(({ isUrgent }) => isUrgent),
    lastSettledAt: settled.rows[0]?.at ?? null,
    waiting: {
      donations: { count: standing.donationsPending, oldestAt: standing.oldestPending },
      promises: { count: standing.outbox, oldestAt: standing.oldestOutbox },
      deliveries: { count: standing.deliveriesPending, oldestAt: standing.oldestDeliveryPending },
      mails: { count: standing.mailsPending, oldestAt: standing.oldestMail },
    },
    troubles,
  };
}
