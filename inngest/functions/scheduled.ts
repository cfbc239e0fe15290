/** What happens by the clock. */
import type { Inngest } from "inngest";
import { expireAuthorizations } from "#lib/donations/authorize/mutations.ts";
import { announceRecurrences as announce } from "#lib/donations/recurrence.ts";
import { PUSHES } from "#lib/donations/sql.ts";
import { EMAILS } from "#lib/email/sql.ts";
import { wakeDispatcher } from "#lib/jobs/dispatch.ts";
import type { Work } from "#lib/jobs/sql.ts";
import { LATE_BY_MS, requeue } from "#lib/jobs/sweep.ts";
import { applyRetention as apply } from "#lib/retention/apply.ts";
import { publishTotals as publish } from "#lib/schools/totals.ts";
import { DELIVERIES } from "#lib/webhooks/delivery/sql.ts";
import { REPLAYS } from "#lib/webhooks/replay/sql.ts";

const scheduled = (id: string, cron: string, work: () => Promise<unknown>) => (inngest: Inngest) =>
  inngest.createFunction({ id, triggers: [{ cron }], retries: 3 }, ({ step }) =>
    step.run("work", work),
  );

/** The rest is found at the next time. */
const AT_A_TIME = 1_000;

/** Notifies banks of recurring donations that are due again. */
export const announceRecurrences = scheduled("announce-recurrences", "*/5 * * * *", () =>
  announce(new Date(), AT_A_TIME),
);

/** Publishes what schools have received, every full hour. */
export const publishTotals = scheduled("publish-totals", "0 * * * *", () => publish());

/** Deletes data whose retention period is over. */
export const applyRetention = scheduled("apply-retention", "17 3 * * *", () => apply());

const WORK = { pushes: PUSHES, deliveries: DELIVERIES, replays: REPLAYS, emails: EMAILS };

/** Finds unfinished work whose run was lost, for whatever reason, and enqueues it again; expires authorizations. */
export const sweepUnfinished = (inngest: Inngest) =>
  inngest.createFunction(
    { id: "sweep-unfinished", triggers: [{ cron: "* * * * *" }], retries: 6 },
    async ({ step }) => {
      // An instance that is frozen without requests sends what is left in the outbox while it answers this one.
      wakeDispatcher();
      const which = { lateByMs: LATE_BY_MS, atMost: AT_A_TIME };
      const found: Record<string, number> = {};
      for (const [name, work] of Object.entries(WORK)) {
        found[name] = await step.run(name, () => requeue(work as Work, which));
      }
      const authorizations = await step.run("authorizations", () =>
        expireAuthorizations(AT_A_TIME),
      );
      return { ...found, authorizations };
    },
  );
