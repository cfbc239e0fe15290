/** Sends a queued email, on a retry schedule of its own. */
import type { Inngest } from "inngest";
import { sendEmail } from "#lib/email/send.ts";
import type { Jobs } from "#lib/jobs/enqueue.ts";
import { receiptAttachment } from "#lib/receipts/email.ts";
import { delayBefore } from "../schedule.ts";

const SECOND = 1_000;
/** The wait before each attempt: about three days in total. At its end the email has failed. */
const SCHEDULE_MS = [0, 30, 300, 1_800, 7_200, 21_600, 43_200, 86_400, 86_400].map(
  (seconds) => seconds * SECOND,
);
const waitBefore = (attempt: number) => delayBefore(SCHEDULE_MS, attempt);

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
      const { mail_id: id, generation = 0 } = event.data as Jobs["mail/send.requested"];
      const schedule = { waitBefore, attempts: SCHEDULE_MS.length };
      for (let attempt = 1; ; attempt++) {
        const { status, dueInMs } = await step.run(`attempt ${attempt}`, () =>
          sendEmail({ id, generation }, schedule, receiptAttachment),
        );
        if (status !== "pending") return { status };
        await step.sleep(`wait after attempt ${attempt}`, dueInMs);
      }
    },
  );
