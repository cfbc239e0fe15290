/** Delivers a group of events to endpoints, until each is accepted or its retry schedule has ended. */
import type { Inngest } from "inngest";
import { env } from "#lib/env.ts";
import { type Attempts, attempts, type Kind } from "#lib/jobs/attempts.ts";
import type { Jobs } from "#lib/jobs/enqueue.ts";
import { attemptDelivery } from "#lib/webhooks/delivery/deliver.ts";
import { DELIVERIES } from "#lib/webhooks/delivery/sql.ts";
import { ATTEMPTS_PER_RUN, GROUP_SLOTS } from "../groups.ts";
import { delayBefore, withJitter } from "../schedule.ts";

/** At its end the delivery is dead: it can be replayed. An endpoint may ask for longer waits. */
const schedule = () => env().webhookRetryScheduleMs;
const waitBefore = (id: string, attempt: number) =>
  withJitter(delayBefore(schedule(), attempt, "ends"), id, attempt);

const WEBHOOKS: Kind<"webhook/delivery.requested"> = {
  work: DELIVERIES,
  idOf: ({ delivery_id: id }) => id,
  attempt: (delivery, watch) =>
    attemptDelivery(delivery, { waitBefore, attempts: schedule().length }, watch),
};

/** @param made makes the attempts */
export const deliverWebhooks = (inngest: Inngest, made: Attempts = attempts) =>
  inngest.createFunction(
    {
      id: "deliver-webhooks",
      triggers: [{ event: "webhook/deliveries.requested" }],
      concurrency: [...GROUP_SLOTS],
      // For a database that is away, and processes that end: an endpoint that rejects the event is an outcome, not an error.
      retries: 20,
    },
    async ({ event, step, attempt: interrupted }) => {
      const group = event.data as Jobs["webhook/deliveries.requested"];
      let { items, waitMs } = { items: group.items, waitMs: delayBefore(schedule(), 1, "ends") };
      for (let attempt = 1; items.length > 0; attempt++) {
        if (waitMs > 0) await step.sleep(`wait before attempt ${attempt}`, waitMs);
        if (attempt > ATTEMPTS_PER_RUN) {
          const data = { ...group, items };
          await step.sendEvent("go on in a fresh run", {
            name: "webhook/deliveries.requested",
            data,
          });
          return { pending: items.length };
        }
        const due = { ...group, items };
        ({ items, waitMs } = await step.run(`attempt ${attempt}`, () =>
          made.attemptDue(WEBHOOKS, due, interrupted),
        ));
      }
      return { pending: 0 };
    },
  );
