/** The list of durable functions. */
import type { Inngest } from "inngest";
import { attributeDonations, sendPasswordLink } from "./functions/cardholders.ts";
import { deliverWebhooks } from "./functions/deliver-webhooks.ts";
import { pushDonationCredits } from "./functions/push-donation-credits.ts";
import { replayEvents } from "./functions/replay-events.ts";
import { announceRecurrences, applyRetention, publishTotals } from "./functions/scheduled.ts";
import { sendEmailFunction } from "./functions/send-email.ts";
import { sweepUnfinished } from "./functions/sweep-unfinished.ts";

/** All functions, made for one client. */
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
