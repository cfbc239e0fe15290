/** Pushes the credits of a group of donations until the platforms have decided, however long that takes. */
import type { Inngest } from "inngest";
import { PUSHES } from "#lib/donations/push/sql.ts";
import { env } from "#lib/env.ts";
import { type Attempts, attempts, type Kind } from "#lib/jobs/attempts.ts";
import type { Jobs } from "#lib/jobs/enqueue.ts";
import { pushCredit } from "#lib/settlement/push.ts";
import { ATTEMPTS_PER_RUN, GROUP_SLOTS } from "../groups.ts";
import { delayBefore } from "../schedule.ts";

/** Past its end the last wait repeats, and an operator has to look at the donation. */
const schedule = () => env().pushRetryScheduleMs;
const waitBefore = (attempt: number) => delayBefore(schedule(), attempt, "last repeats");

const CREDITS: Kind<"donation/push.requested"> = {
  work: PUSHES,
  idOf: ({ donation_id: id }) => id,
  attempt: (donation, watch) =>
    pushCredit(donation, { waitBefore, flagFrom: schedule().length }, watch),
};

/** @param made makes the attempts */
export const pushDonationCredits = (inngest: Inngest, made: Attempts = attempts) =>
  inngest.createFunction(
    {
      id: "push-donation-credits",
      triggers: [{ event: "donation/pushes.requested" }],
      concurrency: [...GROUP_SLOTS],
      // For a database that is away, and processes that end: a platform that doesn't respond is an outcome, not an error.
      retries: 20,
    },
    async ({ event, step, attempt: interrupted }) => {
      const group = event.data as Jobs["donation/pushes.requested"];
      let { items, waitMs } = { items: group.items, waitMs: waitBefore(1) };
      for (let attempt = 1; items.length > 0; attempt++) {
        if (waitMs > 0) await step.sleep(`wait before attempt ${attempt}`, waitMs);
        if (attempt > ATTEMPTS_PER_RUN) {
          const data = { ...group, items };
          await step.sendEvent("go on in a fresh run", { name: "donation/pushes.requested", data });
          return { pending: items.length };
        }
        const due = { ...group, items };
        ({ items, waitMs } = await step.run(`attempt ${attempt}`, () =>
          made.attemptDue(CREDITS, due, interrupted),
        ));
      }
      return { pending: 0 };
    },
  );
