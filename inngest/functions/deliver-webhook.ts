/** Delivers one event to one endpoint, by the schedule, until it is taken or given up. */
import type { Inngest } from "inngest";
import { systemScope } from "#lib/auth/scopes.ts";
import { env } from "#lib/env.ts";
import type { Jobs } from "#lib/events.ts";
import { abandonDelivery, attemptDelivery } from "#lib/webhooks/deliver.ts";
import { delayBefore, withJitter } from "../schedule.ts";

const scope = systemScope("deliver-webhook");

export const deliverWebhook = (inngest: Inngest) =>
  inngest.createFunction(
    {
      id: "deliver-webhook",
      triggers: [{ event: "webhook/delivery.requested" }],
      // For surprises inside a step only; an endpoint that does not take the event is an outcome.
      retries: 20,
    },
    async ({ event, step }) => {
      const { delivery_id: deliveryId } = event.data as Jobs["webhook/delivery.requested"];
      const schedule = env().webhookRetryScheduleMs;
      let askedToWait = 0;
      for (let attempt = 1; attempt <= schedule.length; attempt++) {
        const planned = withJitter(delayBefore(schedule, attempt, "ends"), deliveryId, attempt);
        const wait = Math.max(planned, askedToWait);
        if (wait > 0) await step.sleep(`wait before attempt ${attempt}`, wait);
        const outcome = await step.run(`attempt ${attempt}`, () =>
          attemptDelivery(scope, deliveryId),
        );
        if (outcome.status !== "pending") return { status: outcome.status, attempt };
        askedToWait = outcome.retryAfterMs ?? 0;
      }
      await step.run("give up", () => abandonDelivery(scope, deliveryId));
      return { status: "dead", attempt: schedule.length };
    },
  );
