/** Is money moving? One look at everything that is under way, and at what is not as it should be. */
import type { SystemScope } from "../auth/scopes.ts";
import { pool } from "../db.ts";
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

/** Donations by their tally and, bank by bank, by their index: what waits may be many. */
const WAITING = `
  select 'donations' as what,
    (select coalesce(sum(count), 0) from tally where list = 'donations' and status = 'pending')::int8
      as count,
    (select min(first.created_at) from bank b cross join lateral (
      select created_at from donation where bank_id = b.id and status = 'pending'
      order by created_at limit 1) first) as "oldestAt"
  union all select 'promises', count(*), min(created_at) from outbox
  union all select 'deliveries', count(*), min(created_at) from webhook_delivery
    where status = 'pending'
  union all select 'mails', count(*), min(created_at) from mail where status = 'pending'`;

const LAST_SETTLED = `
  select max(last.at) as at from bank b cross join lateral (
    select coalesce(completed_at, failed_at) as at from donation
    where bank_id = b.id and status <> 'pending'
    order by coalesce(completed_at, failed_at) desc limit 1) last`;

/** The operator's view, for the command and for the sandbox's page. */
export async function readOperations(_scope: SystemScope): Promise<OperationsView> {
  const [waiting, settled, troubles] = await Promise.all([
    pool().query<{ what: keyof OperationsView["waiting"] } & Waiting>(WAITING),
    pool().query<{ at: Date | null }>(LAST_SETTLED),
    readTroubles(),
  ]);
  const entries = waiting.rows.map(({ what, ...rest }) => [what, rest]);
  return {
    asOf: new Date(),
    needsAttention: troubles.some(({ isUrgent }) => isUrgent),
    lastSettledAt: settled.rows[0]?.at ?? null,
    waiting: Object.fromEntries(entries) as OperationsView["waiting"],
    troubles,
  };
}
