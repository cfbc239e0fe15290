/** The request that asks a bank to approve its customer's gift, and the bank's response. */
import { z } from "zod";
import type { WebhookContract } from "../../contract.ts";
import { serialize } from "../../database/serialize.ts";
import { nullableText, responseDollars, responseTime, responseUuid, text } from "../../fields.ts";
import { toDollars } from "../../money.ts";
import { sampleMark, webhook } from "../../webhooks/event-types.ts";
import type { Authorization } from "./sql.ts";

/** How long the bank has to respond, and how long an approval can be used. */
export const AUTHORIZATION_TIMEOUT_MS = 3_000;
export const APPROVAL_TTL_MS = 10 * 60_000;

/** The bank's response. Unknown fields are ignored. */
export const authorizationAnswer = z
  .object({
    decision: z
      .enum(["approved", "declined"])
      .describe("Whether you approve the gift. Return the same decision if we ask again."),
    hold_reference: text({ max: 255 })
      .nullish()
      .describe("Your own reference for the held points. The donation shows it."),
    reason: text({ max: 255 }).nullish().describe("Why you declined. Never shown to the customer."),
  })
  .meta({
    examples: [
      { decision: "approved", hold_reference: "hold-1" },
      { decision: "declined", reason: "insufficient points" },
    ],
  });

export type AuthorizationAnswer = z.output<typeof authorizationAnswer>;

const requestData = z.object({
  authorization_id: responseUuid.describe(
    "The authorization's ID, which is also the `webhook-id`. It's the same if we ask again.",
  ),
  donation_id: responseUuid.describe("The ID of the donation, once it exists."),
  service_user_id: responseUuid.describe("The linked account."),
  bank_user_id: z.string().describe("Your own ID for the customer."),
  loyalty_program_id: nullableText.describe("The loyalty program whose points are given."),
  school_id: z.string().describe("The school's ID, such as `ohio-state`."),
  channel: z.enum(["portal", "embed"]).describe("Where the customer gives."),
  dollar_amount: responseDollars,
  points: z.int().describe("The number of points to hold."),
  created_at: responseTime.describe("When the customer confirmed the gift."),
  ...sampleMark,
});

export const EXAMPLE = {
  authorization_id: "01989a64-8c11-7c2f-8a10-7d1f2e3a4b5c",
  donation_id: "01989a64-8d20-7b1c-9a44-2f7f0f6f5a10",
  service_user_id: "01989a64-1c5a-7d3e-8f21-5b0f4f0c9e77",
  bank_user_id: "customer-1",
  loyalty_program_id: "gold",
  school_id: "ohio-state",
  channel: "portal",
  dollar_amount: 25,
  points: 2500,
  created_at: "2026-11-21T14:05:10.402Z",
};

export const serializeAuthorization = (row: Omit<Authorization, "status">, bankUserId: string) =>
  serialize(requestData, row, {
    authorization_id: row.id,
    service_user_id: row.accountId,
    bank_user_id: bankUserId,
    dollar_amount: toDollars(row.amountCents),
  });

export const REQUESTED = "donation.authorization_requested";
export const EXPIRED = "donation.authorization_expired";

const expiredData = requestData.extend({
  hold_reference: nullableText.describe("The reference in your response, if any."),
});

export const authorizationWebhooks: WebhookContract[] = [
  {
    ...webhook(
      REQUESTED,
      "A customer wants to give: approve or decline within 3 seconds (to your authorization address only)",
      requestData,
      EXAMPLE,
      EXAMPLE.created_at,
    ),
    answer: {
      text: "Your decision. Without a valid one within 3 seconds, we ask once more under the same ID. Without one then, the gift isn't made.",
      schema: authorizationAnswer,
    },
  },
  webhook(
    EXPIRED,
    "An authorization wasn't used: release any points held for it",
    expiredData,
    { ...EXAMPLE, hold_reference: "hold-1" },
    EXAMPLE.created_at,
  ),
];
