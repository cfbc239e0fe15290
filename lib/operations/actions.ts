import { PUSHES } from "../donations/push/sql.ts";
import { EMAILS } from "../email/sql.ts";
import { LATE_BY_MS, requeue } from "../jobs/sweep.ts";
import { DELIVERIES } from "../webhooks/delivery/sql.ts";
import { REPLAYS } from "../webhooks/replay/sql.ts";

/** Per run: the rest is found the next time. */
const AT_MOST = 1_000;

/** Enqueues everything that is late again, as the sweep does every minute. @returns how many of each kind */
export async function sweepNow() {
  const which = { lateByMs: LATE_BY_MS, atMost: AT_MOST };
  return {
    pushes: await requeue(PUSHES, which),
    deliveries: await requeue(DELIVERIES, which),
    replays: await requeue(REPLAYS, which),
    mails: await requeue(EMAILS, which),
  };
}
