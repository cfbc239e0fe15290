/** Finds unfinished work whose run was lost, for whatever reason, and enqueues it again; expires authorizations. */
import type { Inngest } from "inngest";
import { expireAuthorizations } from "#lib/donations/authorize/mutations.ts";
import { PUSHES } from "#lib/donations/sql.ts";
import { EMAILS } from "#lib/email/sql.ts";
import { wakeDispatcher } from "#lib/jobs/dispatch.ts";
import type { Work } from "#lib/jobs/sql.ts";
import { LATE_BY_MS, requeue } from "#lib/jobs/sweep.ts";
import { DELIVERIES } from "#lib/webhooks/delivery/sql.ts";
import { REPLAYS } from "#lib/webhooks/replay/sql.ts";

/** At a time: the rest is found a minute later. */
const AT_MOST = 1_000;
const WORK = { pushes: PUSHES, deliveries: DELIVERIES, replays: REPLAYS, mails: EMAILS };

export const sweepUnfinished = (inngest: Inngest) =>
  inngest.createFunction(
    { id: "sweep-unfinished", triggers: [{ cron: "* * * * *" }], retries: 6 },
    async ({ step }) => {
      // An instance that is frozen without requests sends what is left in the outbox while it answers this one.
      wakeDispatcher();
      const which = { lateByMs: LATE_BY_MS, atMost: AT_MOST };
      const found: Record<string, number> = {};
      for (const [name, work] of Object.entries(WORK)) {
        found[name] = await step.run(name, () => requeue(work as Work, which));
      }
      const authorizations = await step.run("authorizations", () => expireAuthorizations(AT_MOST));
      return { ...found, authorizations };
    },
  );
