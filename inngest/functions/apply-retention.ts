/** Deletes data whose retention period is over. */
import type { Inngest } from "inngest";
import { applyRetention as apply } from "#lib/retention/apply.ts";

export const applyRetention = (inngest: Inngest) =>
  inngest.createFunction(
    { id: "apply-retention", triggers: [{ cron: "17 3 * * *" }], retries: 3 },
    async ({ step }) => step.run("apply", () => apply()),
  );
