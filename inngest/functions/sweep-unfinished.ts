/** Finds unfinished work whose run was lost, for whatever reason, and enqueues it again; expires authorizations. */
import type { Inngest } from "inngest";
import { expireAuthorizations } from "#lib/donations/authorize/mutations.ts";
import { PUSHES } from "#lib/donations/push/sql.ts";
import { EMAILS } from "#lib/email/sql.ts";
import { LATE_BY_MS, requeue } from "#lib/jobs/sweep.ts";
import { DELIVERIES } from "#lib/webhooks/delivery/sql.ts";
import { REPLAYS } from "#lib/webhooks/replay/sql.ts";

/** At a time: the rest is found a minute later. */
const AT_MOST = 1_000;

export const sweepUnfinished = (inngest: Inngest) =>
  inngest.createFunction(
    { id: "sweep-unfinished", triggers: [{ cron: "* * * * *" }], retries: 6 },
    async ({ step }) => {
      const which = { lateByMs: LATE_BY_MS, atMost: AT_MOST };
      return {
        pushes: await step.run("pushes", () => requeue(PUSHES, which)),
        deliveries: await step.run("deliveries", () => requeue(DELIVERIES, which)),
        replays: await step.run("replays", () => requeue(REPLAYS, which)),
        mails: await step.run("mails", () => requeue(EMAILS, which)),
        authorizations: await step.run("authorizations", () => expireAuthorizations(AT_MOST)),
      };
    },
  );
