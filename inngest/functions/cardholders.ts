/** What people wait for outside of a request. */
import type { Inngest } from "inngest";
import { attributeRest } from "#lib/accounts/acceptance/accept.ts";
import { sendPasswordLink as send } from "#lib/cardholders/password/links.ts";
import type { Jobs } from "#lib/jobs/enqueue.ts";

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
