/** Functions for single items: corrections, certifications, emails, replays, and what a request leaves to do after its response. */
import type { Inngest } from "inngest";
import { attributeRemaining } from "#lib/accounts/acceptance/accept.ts";
import { actingFor, systemScope } from "#lib/auth/scopes.ts";
import { sendPasswordLink as send } from "#lib/cardholders/password/links.ts";
import { endCertification, prepareCertification, tryStep } from "#lib/certification/certify.ts";
import { attemptCorrection } from "#lib/corrections/attempt.ts";
import { sendEmail } from "#lib/email/send.ts";
import { env } from "#lib/env.ts";
import type { Jobs } from "#lib/jobs/enqueue.ts";
import { receiptAttachment } from "#lib/receipts/email.ts";
import { emailReceipt } from "#lib/receipts/mutations.ts";
import { replayNextBatch } from "#lib/webhooks/replay/mutations.ts";
import { delayBefore, scheduleOf } from "../schedule.ts";

/** Carries out a correction, however long its platform or its foundation takes, on the pushes' schedule. */
export const correctDonations = (inngest: Inngest) =>
  inngest.createFunction(
    {
      id: "correct-donations",
      triggers: [{ event: "donation/correction.requested" }],
      concurrency: [{ limit: 16 }, { key: "event.data.bank_id", limit: 4 }],
      retries: 20,
    },
    async ({ event, step }) => {
      const data = event.data as Jobs["donation/correction.requested"];
      const { correction_id: id, generation = 0 } = data;
      for (let attempt = 1; attempt <= STEPS_PER_RUN; attempt++) {
        const { status, dueInMs } = await step.run(`attempt ${attempt}`, () =>
          attemptCorrection({ id, generation }, scheduleOf(env().pushRetryScheduleMs)),
        );
        if (status !== "pending") return { status };
        if (dueInMs > 0) await step.sleep(`wait after attempt ${attempt}`, dueInMs);
      }
      await step.sendEvent("continue in a new run", {
        name: "donation/correction.requested",
        data,
      });
      return { status: "pending" };
    },
  );

/** Tries a bank's integration. Each step is one of the run's, by its name. */
export const certifyBanks = (inngest: Inngest) =>
  inngest.createFunction(
    {
      id: "certify-banks",
      triggers: [{ event: "certification/run.requested" }],
      concurrency: [{ limit: 8 }, { key: "event.data.bank_id", limit: 1 }],
      retries: 3,
    },
    async ({ event, step }) => {
      const { certification_id: id, bank_id } = event.data as Jobs["certification/run.requested"];
      const system = systemScope("certification");
      const by = { bank: actingFor(system, bank_id), system };
      const names = await step.run("prepare", () => prepareCertification(by, id));
      for (const name of names) await step.run(name, () => tryStep(by, id, name));
      return { status: await step.run("report", () => endCertification(by, id)) };
    },
  );

/** The wait before each attempt: about three days in total. After that the email has failed. */
const EMAIL_SCHEDULE = scheduleOf(
  [0, 30, 300, 1_800, 7_200, 21_600, 43_200, 86_400, 86_400].map((seconds) => seconds * 1_000),
);

/** Sends a queued email, retrying on its own schedule. */
export const sendEmailFunction = (inngest: Inngest) =>
  inngest.createFunction(
    {
      id: "send-email",
      triggers: [{ event: "email/send.requested" }],
      // One bank's many emails leave slots for other banks' and for security alerts.
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

/** Emails a corrected receipt. */
export const emailCorrectedReceipt = (inngest: Inngest) =>
  inngest.createFunction(
    {
      id: "email-corrected-receipt",
      triggers: [{ event: "receipt/email.requested" }],
      concurrency: [{ limit: 4 }, { key: "event.data.bank_id", limit: 2 }],
      retries: 20,
    },
    async ({ event, step }) => {
      const { donation_id } = event.data as Jobs["receipt/email.requested"];
      await step.run("email the receipt", () => emailReceipt(donation_id));
    },
  );

/** A run stores all its steps, so after this many a new run continues. */
const STEPS_PER_RUN = 100;
/** Backoff while many deliveries stay due. */
const BACKOFF_MS = [1_000, 2_000, 5_000, 15_000];

/** Sends a range of events again, batch by batch, and waits while many of the bank's deliveries are due. */
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
        const pause = delayBefore(BACKOFF_MS, waits);
        if (waits > 0) await step.sleep(`wait before batch ${batch + 1}`, pause);
      }
      await step.sendEvent("continue in a new run", { name: "webhook/replay.requested", data });
      return { status: "running" };
    },
  );

/** Emails a password reset link. */
export const sendPasswordLink = (inngest: Inngest) =>
  inngest.createFunction(
    {
      id: "send-password-link",
      triggers: [{ event: "cardholder/password-link.requested" }],
      concurrency: { limit: 4 },
      retries: 10,
    },
    async ({ event, step }) => {
      const request = event.data as Jobs["cardholder/password-link.requested"];
      await step.run("email the link", () => send(request));
    },
  );

/** Longer than accepting a donation can take: a donation in progress may not have seen the new link. */
const ACCEPT_TIMEOUT = "30s";

/** Attributes the donations that weren't attributed at once when a person accepted links. */
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
      await step.sleep("wait for donations in progress", ACCEPT_TIMEOUT);
      await step.run("attribute remaining donations", () => attributeRemaining(cardholder_id));
    },
  );
