/** The list of durable functions. */
import type { Inngest } from "inngest";
import { deliverWebhooks, pushDonationCredits } from "./functions/in-groups.ts";
import {
  attributeDonations,
  replayEvents,
  sendEmailFunction,
  sendPasswordLink,
} from "./functions/one-by-one.ts";
import {
  announceRecurrences,
  applyRetention,
  publishTotals,
  sweepUnfinished,
} from "./functions/scheduled.ts";

export const durableFunctions = (inngest: Inngest) => [
  pushDonationCredits(inngest),
  deliverWebhooks(inngest),
  replayEvents(inngest),
  sendEmailFunction(inngest),
  sendPasswordLink(inngest),
  attributeDonations(inngest),
  sweepUnfinished(inngest),
  announceRecurrences(inngest),
  publishTotals(inngest),
  applyRetention(inngest),
];
