/** Cron jobs. */
import type { Inngest } from "inngest";
import { actingFor, systemScope } from "#lib/auth/scopes.ts";
import { remindOfPromises } from "#lib/batches/emails.ts";
import { closeDueBatches } from "#lib/batches/mutations.ts";
import { checkLedger } from "#lib/books/check/check.ts";
import { closeAllStatements } from "#lib/books/statements/close.ts";
import { announceOverdue } from "#lib/books/statements/emails.ts";
import { endLateCertifications } from "#lib/certification/certify.ts";
import { expireAuthorizations } from "#lib/donations/authorize/mutations.ts";
import { announceRecurrences as announce } from "#lib/donations/events.ts";
import { wakeDispatcher } from "#lib/jobs/dispatch.ts";
import { LATE, requeue } from "#lib/jobs/sweep.ts";
import { UNFINISHED } from "#lib/operations/sql.ts";
import { emailReports as email } from "#lib/reports/emails.ts";
import { applyRetention as apply } from "#lib/retention/apply.ts";
import { closeExpired } from "#lib/schools/participation/mutations.ts";
import { publishTotals as publish } from "#lib/schools/totals.ts";

/** One that takes longer than its interval isn't run beside itself. */
const scheduled = (id: string, cron: string, work: () => Promise<unknown>) => (inngest: Inngest) =>
  inngest.createFunction(
    { id, triggers: [{ cron }], retries: 3, concurrency: { limit: 1 } },
    ({ step }) => step.run("work", work),
  );

/** The next run handles the rest. */
const BATCH_SIZE = 1_000;

/** Notifies banks of recurring donations that are due again. */
export const announceRecurrences = scheduled("announce-recurrences", "*/5 * * * *", () =>
  announce(new Date(), BATCH_SIZE),
);

/** Closes the batches whose school's hour has come. */
export const closeBatches = scheduled("close-batches", "*/5 * * * *", () =>
  closeDueBatches(systemScope("scheduled")),
);

/** Closes the statements whose period has ended. */
export const closeStatements = scheduled("close-statements", "*/5 * * * *", async () => ({
  closed: (await closeAllStatements(systemScope("scheduled"), null)).length,
}));

/** Tells billing contacts of what is overdue. */
export const remindOfStatements = scheduled("remind-of-statements", "25 * * * *", () =>
  announceOverdue(BATCH_SIZE),
);

/** Checks the books every night. */
export const checkBooks = scheduled("check-books", "41 4 * * *", async () => ({
  findings: (await checkLedger()).length,
}));

/** Reminds schools of gifts that they have promised to confirm today. */
export const remindSchools = scheduled("remind-schools", "10 * * * *", () => remindOfPromises());

/** Emails the last month's report to those who asked for it. */
export const emailReports = scheduled("email-reports", "30 * * * *", () =>
  email(new Date(), BATCH_SIZE),
);

/** Publishes schools' totals every hour. */
export const publishTotals = scheduled("publish-totals", "0 * * * *", () => publish());

/** Closes schools whose records have become incomplete. */
export const checkRecords = scheduled("check-records", "20 * * * *", () =>
  closeExpired(systemScope("check-records", "operator")),
);

/** Deletes data past its retention period. */
export const applyRetention = scheduled("apply-retention", "17 3 * * *", () => apply());

/** Requeues unfinished work whose run was lost, for whatever reason, and expires authorizations. */
export const sweepUnfinished = (inngest: Inngest) =>
  inngest.createFunction(
    { id: "sweep-unfinished", triggers: [{ cron: "* * * * *" }], retries: 6 },
    async ({ step }) => {
      // An instance that is frozen between requests dispatches what is left in the outbox during this one.
      wakeDispatcher();
      const requeued: Record<string, number> = {};
      for (const [name, work] of Object.entries(UNFINISHED)) {
        requeued[name] = await step.run(name, () => requeue(work, LATE));
      }
      const authorizations = await step.run("authorizations", () =>
        expireAuthorizations(BATCH_SIZE),
      );
      const certifications = await step.run("certifications", () => {
        const system = systemScope("certification");
        return endLateCertifications((bankId) => ({ bank: actingFor(system, bankId), system }));
      });
      return { ...requeued, authorizations, certifications };
    },
  );
