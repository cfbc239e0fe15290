import { audit } from "../auth/audit.ts";
import type { SystemScope } from "../auth/scopes.ts";
import { transaction } from "../database/transaction.ts";
import { PUSHES } from "../donations/sql.ts";
import { EMAILS } from "../email/sql.ts";
import { LATE_BY_MS, requeueIn } from "../jobs/sweep.ts";
import { DELIVERIES } from "../webhooks/delivery/sql.ts";
import { REPLAYS } from "../webhooks/replay/sql.ts";

/** Per run: the rest is found the next time. */
const AT_MOST = 1_000;

/** Enqueues everything that is late again, as the sweep does every minute. @returns how many of each kind */
export function sweepNow(scope: SystemScope) {
  const which = { lateByMs: LATE_BY_MS, atMost: AT_MOST };
  return transaction(async (tx) => {
    const requested = {
      pushes: await requeueIn(tx, PUSHES, which),
      deliveries: await requeueIn(tx, DELIVERIES, which),
      replays: await requeueIn(tx, REPLAYS, which),
      mails: await requeueIn(tx, EMAILS, which),
    };
    await audit(tx, scope, "sweep.run", "all", requested);
    return requested;
  });
}
