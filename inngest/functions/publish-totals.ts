/** Publishes what schools have received, every full hour. */
import type { Inngest } from "inngest";
import { publishTotals as publish } from "#lib/schools/totals.ts";

export const publishTotals = (inngest: Inngest) =>
  inngest.createFunction(
    { id: "publish-totals", triggers: [{ cron: "0 * * * *" }], retries: 3 },
    async ({ step }) => step.run("publish", () => publish()),
  );
