/** Pushes a donation's credit until the platform has decided, however long that takes. */
import type { Inngest } from "inngest";
import { systemScope } from "#lib/auth/scopes.ts";
import { flagDonation, pushCredit } from "#lib/donations/push.ts";
import { env } from "#lib/env.ts";
import type { Jobs } from "#lib/events.ts";
import { delayBefore } from "../schedule.ts";

/** A run hands over to a fresh one after so many attempts: its history stays small. */
const ATTEMPTS_PER_RUN = 50;
const scope = systemScope("push-donation-credit");

export const pushDonationCredit = (inngest: Inngest) =>
  inngest.createFunction(
    {
      id: "push-donation-credit",
      triggers: [{ event: "donation/push.requested" }],
      // For surprises inside a step only; a platform that cannot answer is an outcome, not an error.
      retries: 20,
    },
    async ({ event, step }) => {
      const { donation_id: donationId, attempt: first = 1 } =
        event.data as Jobs["donation/push.requested"];
      const schedule = env().pushRetryScheduleMs;
      for (let attempt = first; attempt < first + ATTEMPTS_PER_RUN; attempt++) {
        const wait = delayBefore(schedule, attempt, "last repeats");
        if (wait > 0) await step.sleep(`wait before attempt ${attempt}`, wait);
        const status = await step.run(`attempt ${attempt}`, () => pushCredit(scope, donationId));
        if (status !== "pending") return { status, attempt };
        if (attempt === schedule.length) {
          await step.run("flag for the operator", () => flagDonation(scope, donationId));
        }
      }
      await step.sendEvent("go on in a fresh run", {
        name: "donation/push.requested",
        data: { donation_id: donationId, attempt: first + ATTEMPTS_PER_RUN },
      });
      return { status: "pending", attempt: first + ATTEMPTS_PER_RUN - 1 };
    },
  );
