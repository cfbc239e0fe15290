/** Deletes data whose retention period is over. */
import type { Inngest } from "inngest";
import { systemScope } from "#lib/auth/scopes.ts";
import { applyRetention as apply } from "#lib/retention/apply.ts";

const scope = systemScope("apply-retention");

export const applyRetention = (inngest: Inngest) =>
  inngest.createFunction(
    { id: "apply-retention", triggers: [{ cron: "17 3 * * *" }], retries: 3 },
    async ({ step }) => step.run("apply", () => apply(scope)),
  );
