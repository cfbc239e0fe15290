/** Sends a queued email, on a retry schedule of its own. */
import type { Inngest } from "inngest";
import { sendEmail } from "#lib/email/send.ts";
import type { Jobs } from "#lib/jobs/enqueue.ts";
import { receiptAttachment } from "#lib/receipts/email.ts";
import { delayBefore } from "../schedule.ts";

const SECOND = 1_000;
/** The delay before each attempt: about three days in total. */
const SCHEDULE_MS = [0, 30, 300, 1_800, 7_200, 21_600, 43_200, 86_400, 86_400].map(
  (seconds) => seconds * SECOND,
);

export const sendEmailFunction = (inngest: Inngest) =>
  inngest.createFunction(
    {
      id: "send-mail",
      triggers: [{ event: "mail/send.requested" }],
      // One bank's many emails leave slots for others', and for those about a cardholder's security.
      concurrency: [{ limit: 16 }, { key: "event.data.bank_id", limit: 8 }],
      retries: 20,
    },
    async ({ event, step }) => {
      const {
        mail_id: id,
        generation = 0,
        attempt: first = 1,
      } = event.data as Jobs["mail/send.requested"];
      for (let attempt = first; attempt <= SCHEDULE_MS.length; attempt++) {
        const wait = attempt === first && first > 1 ? 0 : delayBefore(SCHEDULE_MS, attempt, "ends");
        if (wait > 0) await step.sleep(`wait before attempt ${attempt}`, wait);
        const run = {
          generation,
          nextWaitMs: delayBefore(SCHEDULE_MS, attempt + 1, "ends"),
          last: attempt === SCHEDULE_MS.length,
        };
        const status = await step.run(`attempt ${attempt}`, () =>
          sendEmail(id, run, receiptAttachment),
        );
        if (status !== "pending") return { status, attempt };
      }
      return { status: "failed", attempt: SCHEDULE_MS.length };
    },
  );
