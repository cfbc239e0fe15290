/** The functions of single items: emails, replays, and what is left of a request once it is answered. */
import type { Inngest } from "inngest";
import { attributeRest } from "#lib/accounts/acceptance/accept.ts";
import { sendPasswordLink as send } from "#lib/cardholders/password/links.ts";
import { sendEmail } from "#lib/email/send.ts";
import type { Jobs } from "#lib/jobs/enqueue.ts";
import { receiptAttachment } from "#lib/receipts/email.ts";
import { replayNextBatch } from "#lib/webhooks/replay/mutations.ts";
import { delayBefore, scheduleOf } from "../schedule.ts";

/** The wait before each attempt: about three days in total. At its end the email has failed. */
const EMAIL_SCHEDULE = scheduleOf(
  [0, 30, 300, 1_800, 7_200, 21_600, 43_200, 86_400, 86_400].map((seconds) => seconds * 1_000),
);

/** Sends a queued email, on a retry schedule of its own. */
export const sendEmailFunction = (inngest: Inngest) =>
  inngest.createFunction(
    {
      id: "send-email",
      triggers: [{ event: "email/send.requested" }],
      // One bank's many emails leave slots for others', and for those about a cardholder's security.
      concurrency: [{ limit: 16 }, { key: "event.data.bank_id", limit: 8 }],
      retries: 20,
    },
    async ({ event, step }) => {
      const { email_id: id, generation = 0 } = event.data as Jobs["email/send.requested"];
      for (let attempt = 1; ; attempt++) {
        const { status, dueInMs } = await step.run(`attempt ${attempt}`, () =>
          sendEmail({ id, generation }, EMAIL_SCHEDULE, receiptAttachment),
        );
        if (status !== "pending") return { status };
        await step.sleep(`wait after attempt ${attempt}`, dueInMs);
      }
    },
  );

/** A run keeps all its steps: after so many a new one continues. */
const STEPS_PER_RUN = 100;
/** Longer and longer, while many deliveries stay due. */
const PAUSES_MS = [1_000, 2_000, 5_000, 15_000];

/** Sends the events of a range again, batch by batch, and waits while many of the bank's are due. */
export const replayEvents = (inngest: Inngest) =>
  inngest.createFunction(
    {
      id: "replay-events",
      triggers: [{ event: "webhook/replay.requested" }],
      // One batch per bank at a time, however many replays it has requested.
      concurrency: { key: "event.data.bank_id", limit: 1 },
      retries: 20,
    },
    async ({ event, step }) => {
      const data = event.data as Jobs["webhook/replay.requested"];
      const { replay_id: id, generation = 0 } = data;
      let waits = 0;
      for (let batch = 1; batch <= STEPS_PER_RUN; batch++) {
        const status = await step.run(`batch ${batch}`, () => replayNextBatch(id, generation));
        if (status === "completed" || status === "superseded") return { status };
        waits = status === "running" ? 0 : waits + 1;
        const pause = delayBefore(PAUSES_MS, waits);
        if (waits > 0) await step.sleep(`wait before batch ${batch + 1}`, pause);
      }
      await step.sendEvent("go on in a fresh run", { name: "webhook/replay.requested", data });
      return { status: "running" };
    },
  );

/** Emails the link for a new password that somebody has requested. */
export const sendPasswordLink = (inngest: Inngest) =>
  inngest.createFunction(
    {
      id: "send-password-link",
      triggers: [{ event: "cardholder/password-link.requested" }],
      concurrency: { limit: 4 },
      retries: 10,
    },
    async ({ event, step }) => {
      const requested = event.data as Jobs["cardholder/password-link.requested"];
      await step.run("mail the link", () => send(requested));
    },
  );

/** Longer than the statement that accepts a donation can take: it may have seen the link as it was before. */
const ALL_STORED = "30s";

/** Attributes donations to a person who has accepted links, as far as that was not done at once. */
export const attributeDonations = (inngest: Inngest) =>
  inngest.createFunction(
    {
      id: "attribute-donations",
      triggers: [{ event: "account/links.accepted" }],
      concurrency: { limit: 2 },
      retries: 10,
    },
    async ({ event, step }) => {
      const { cardholder_id } = event.data as Jobs["account/links.accepted"];
      await step.sleep("until donations in progress are stored", ALL_STORED);
      await step.run("attribute the rest", () => attributeRest(cardholder_id));
    },
  );
