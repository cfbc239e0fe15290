/** Notifies banks of recurring donations that are due again. */
import type { Inngest } from "inngest";
import { announceRecurrences as announce } from "#lib/donations/recurrence/mutations.ts";

const AT_MOST = 1_000;

export const announceRecurrences = (inngest: Inngest) =>
  inngest.createFunction(
    { id: "announce-recurrences", triggers: [{ cron: "*/5 * * * *" }], retries: 3 },
    async ({ step }) => step.run("announce", () => announce(new Date(), AT_MOST)),
  );
