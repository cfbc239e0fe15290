/** The functions that carry groups of pushes and of deliveries through their retry schedules. */
import type { Inngest } from "inngest";
import { PUSHES } from "#lib/donations/sql.ts";
import { env } from "#lib/env.ts";
import { Attempts, type Kind } from "#lib/jobs/attempts.ts";
import type { GroupOf } from "#lib/jobs/enqueue.ts";
import { GROUPED, type ItemJob } from "#lib/jobs/groups.ts";
import { pushCredit } from "#lib/settlement/push.ts";
import { attemptDelivery } from "#lib/webhooks/delivery/deliver.ts";
import { DELIVERIES } from "#lib/webhooks/delivery/sql.ts";
import { addJitter, delayBefore, scheduleOf } from "../schedule.ts";

/**
 * How many groups are attempted at a time, each for as long as its slowest call: 15 seconds at most. A target that isn't
 * known to be healthy has a lane per bank, and its bank is the owner (lib/jobs/groups.ts).
 */
const GROUP_SLOTS = [
  { key: "event.data.lane", limit: 2 },
  { key: "event.data.owner", limit: 8 },
] as const;

/** After this many attempts a new run continues, so that no run's history grows large. */
const ATTEMPTS_PER_RUN = 50;

const PROCESS_ATTEMPTS = new Attempts();

/**
 * Carries a group through its whole schedule: attempts what is due, drops what is settled, and sleeps until the next
 * attempts are due according to the rows.
 */
function groupFunction<Name extends ItemJob>(
  id: string,
  waitsMs: () => readonly number[],
  kind: Kind<Name>,
) {
  const name = GROUPED[kind.work.job];
  return (inngest: Inngest, attempts = PROCESS_ATTEMPTS) =>
    inngest.createFunction(
      {
        id,
        triggers: [{ event: name }],
        concurrency: [...GROUP_SLOTS],
        // For database outages and interrupted processes. Schools' and endpoints' errors are results, retried by schedule.
        retries: 20,
      },
      async ({ event, step, attempt: interrupted }) => {
        const group = event.data as GroupOf<Name>;
        let { items, waitMs } = { items: group.items, waitMs: delayBefore(waitsMs(), 1) };
        for (let attempt = 1; items.length > 0; attempt++) {
          if (waitMs > 0) await step.sleep(`wait before attempt ${attempt}`, waitMs);
          const due = { ...group, items };
          if (attempt > ATTEMPTS_PER_RUN) {
            await step.sendEvent("continue in a new run", { name, data: due });
            return { pending: items.length };
          }
          const attemptDue = () => attempts.attemptDue(kind, due, interrupted);
          ({ items, waitMs } = (await step.run(`attempt ${attempt}`, attemptDue)) as {
            items: GroupOf<Name>["items"];
            waitMs: number;
          });
        }
        return { pending: 0 };
      },
    );
}

const pushWaitsMs = () => env().pushRetryScheduleMs;

/** Pushes the credits of a group of donations until the platforms have decided, however long that takes. */
export const pushDonationCredits = groupFunction("push-donation-credits", pushWaitsMs, {
  work: PUSHES,
  idOf: ({ donation_id: id }) => id,
  attempt: (donation, watch) => pushCredit(donation, scheduleOf(pushWaitsMs()), watch),
});

const webhookWaitsMs = () => env().webhookRetryScheduleMs;

/**
 * Attempts a group of deliveries until each is accepted or its schedule ends, which makes it a dead letter that can be
 * replayed. An endpoint may ask for longer waits.
 */
export const deliverWebhooks = groupFunction("deliver-webhooks", webhookWaitsMs, {
  work: DELIVERIES,
  idOf: ({ delivery_id: id }) => id,
  attempt: (delivery, watch) =>
    attemptDelivery(delivery, scheduleOf(webhookWaitsMs(), addJitter), watch),
});
