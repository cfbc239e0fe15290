/** Pushes a donation's credit until the platform has decided, however long that takes. */
import type { Inngest } from "inngest";
import { PUSHES } from "#lib/donations/push/sql.ts";
import { env } from "#lib/env.ts";
import type { Jobs } from "#lib/jobs/enqueue.ts";
import { pushAndReceipt } from "#lib/receipts/mutations.ts";
import { delayBefore } from "../schedule.ts";
import { untilDue } from "../until-due.ts";

/** After so many attempts a new run continues: the history of each stays small. */
const ATTEMPTS_PER_RUN = 50;

export const pushDonationCredit = (inngest: Inngest) =>
  inngest.createFunction(
    {
      id: "push-donation-credit",
      triggers: [{ event: "donation/push.requested" }],
      // Neither a school whose platform hangs nor a bank with many donations takes every slot.
      concurrency: [
        { key: "event.data.school_id", limit: 64 },
        { key: "event.data.bank_id", limit: 128 },
      ],
      // For unexpected errors inside a step only; a platform that does not respond is an outcome, not an error.
      retries: 20,
    },
    async ({ event, step }) => {
      const request = event.data as Jobs["donation/push.requested"];
      const { donation_id: id, generation = 0, attempt: first = 1 } = request;
      const schedule = env().pushRetryScheduleMs;
      const waitBefore = (attempt: number) => delayBefore(schedule, attempt, "last repeats");
      await untilDue(step, PUSHES, { id, ...request });
      for (let attempt = first; ; attempt++) {
        // A job that resumes in the middle of the schedule is late already.
        const wait = attempt === first && first > 1 ? 0 : waitBefore(attempt);
        if (wait > 0) await step.sleep(`wait before attempt ${attempt}`, wait);
        if (attempt === first + ATTEMPTS_PER_RUN) {
          const data = { ...request, attempt };
          await step.sendEvent("go on in a fresh run", { name: "donation/push.requested", data });
          return { status: "pending", attempt };
        }
        const flag = attempt >= schedule.length;
        const run = { generation, nextWaitMs: waitBefore(attempt + 1), flag };
        const status = await step.run(`attempt ${attempt}`, () => pushAndReceipt(id, run));
        if (status !== "pending") return { status, attempt };
      }
    },
  );
