/** Emails the link for a new password that somebody has requested. */
import type { Inngest } from "inngest";
import { sendPasswordLink } from "#lib/cardholders/password/links.ts";
import type { Jobs } from "#lib/jobs/enqueue.ts";

export const sendPasswordLinkFunction = (inngest: Inngest) =>
  inngest.createFunction(
    {
      id: "send-password-link",
      triggers: [{ event: "cardholder/password-link.requested" }],
      concurrency: { limit: 4 },
      retries: 10,
    },
    async ({ event, step }) => {
      const requested = event.data as Jobs["cardholder/password-link.requested"];
      await step.run("mail the link", () => sendPasswordLink(requested));
    },
  );
