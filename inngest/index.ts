/** The list of durable functions. */
import type { Inngest } from "inngest";
import { deliverWebhook } from "./functions/deliver-webhook.ts";
import { pushDonationCredit } from "./functions/push-donation-credit.ts";
import { sendMailFunction } from "./functions/send-mail.ts";

/** All functions, made for one client. */
export const durableFunctions = (inngest: Inngest) => [
  pushDonationCredit(inngest),
  deliverWebhook(inngest),
  sendMailFunction(inngest),
];
