/** All durable functions. */
import type { Inngest } from "inngest";
import {
  attributeDonations,
  replayEvents,
  sendEmailFunction,
  sendPasswordLink,
} from "./functions/emails-and-replays.ts";
import { deliverWebhooks, pushDonationCredits } from "./functions/pushes-and-deliveries.ts";
import {
  announceRecurrences,
  applyRetention,
  checkRecords,
  closeBatches,
  publishTotals,
  remindSchools,
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
  closeBatches(inngest),
  remindSchools(inngest),
  applyRetention(inngest),
  checkRecords(inngest),
];
