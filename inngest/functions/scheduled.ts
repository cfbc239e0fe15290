/** What happens by the clock, besides the sweep. */
import type { Inngest } from "inngest";
import { announceRecurrences as announce } from "#lib/donations/recurrence.ts";
import { applyRetention as apply } from "#lib/retention/apply.ts";
import { publishTotals as publish } from "#lib/schools/totals.ts";

const scheduled = (id: string, cron: string, work: () => Promise<unknown>) => (inngest: Inngest) =>
  inngest.createFunction({ id, triggers: [{ cron }], retries: 3 }, ({ step }) =>
    step.run("work", work),
  );

/** At a time: the rest is found five minutes later. */
const RECURRENCES = 1_000;

/** Notifies banks of recurring donations that are due again. */
export const announceRecurrences = scheduled("announce-recurrences", "*/5 * * * *", () =>
  announce(new Date(), RECURRENCES),
);

/** Publishes what schools have received, every full hour. */
export const publishTotals = scheduled("publish-totals", "0 * * * *", () => publish());

/** Deletes data whose retention period is over. */
export const applyRetention = scheduled("apply-retention", "17 3 * * *", () => apply());
