/** Delivers one event to one endpoint, on the retry schedule, until it is accepted or the schedule ends. */
import type { Inngest } from "inngest";
import { env } from "#lib/env.ts";
import type { Jobs } from "#lib/jobs/enqueue.ts";
import { abandonDelivery, attemptDelivery } from "#lib/webhooks/delivery/deliver.ts";
import { DELIVERIES } from "#lib/webhooks/delivery/sql.ts";
import { delayBefore, withJitter } from "../schedule.ts";
import { untilDue } from "../until-due.ts";

export const deliverWebhook = (inngest: Inngest) =>
  inngest.createFunction(
    {
      id: "deliver-webhook",
      triggers: [{ event: "webhook/delivery.requested" }],
      // A slow endpoint delays only itself, and a bank with many of them only itself.
      concurrency: [
        { key: "event.data.endpoint_id", limit: 32 },
        { key: "event.data.bank_id", limit: 64 },
      ],
      // For unexpected errors inside a step only; an endpoint that rejects the event is an outcome.
      retries: 20,
    },
    async ({ event, step }) => {
      const request = event.data as Jobs["webhook/delivery.requested"];
      const { delivery_id: id, generation = 0, attempt: first = 1 } = request;
      const schedule = env().webhookRetryScheduleMs;
      const waitBefore = (attempt: number) =>
        withJitter(delayBefore(schedule, attempt, "ends"), id, attempt);
      let askedToWait = 0;
      await untilDue(step, DELIVERIES, { id, ...request });
      for (let attempt = first; attempt <= schedule.length; attempt++) {
        // A job that resumes in the middle of the schedule is late already.
        const planned = attempt === first && first > 1 ? 0 : waitBefore(attempt);
        const wait = Math.max(planned, askedToWait);
        if (wait > 0) await step.sleep(`wait before attempt ${attempt}`, wait);
        const run = { generation, nextWaitMs: waitBefore(attempt + 1) };
        const outcome = await step.run(`attempt ${attempt}`, () => attemptDelivery(id, run));
        if (outcome.status !== "pending") return { status: outcome.status, attempt };
        askedToWait = outcome.retryAfterMs ?? 0;
      }
      await step.run("give up", () => abandonDelivery(id, generation));
      return { status: "dead", attempt: schedule.length };
    },
  );
