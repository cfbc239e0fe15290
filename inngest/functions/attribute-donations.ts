/** Attributes donations to a person who has accepted links, as far as that was not done at once. */
import type { Inngest } from "inngest";
import { attributeRest } from "#lib/accounts/acceptance/accept.ts";
import type { Jobs } from "#lib/jobs/enqueue.ts";

/** Longer than the statement that accepts a donation can take: it may have seen the link as it was before. */
const ALL_STORED = "30s";

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
