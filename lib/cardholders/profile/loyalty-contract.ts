/** A cardholder's loyalty accounts, as they see them. */
import { z } from "zod";
import { listContract } from "../../contract.ts";
import { responseDollars, responseTime, responseUuid } from "../../fields.ts";

const EXAMPLE_ID = "01989a64-1c5a-7d3e-8f21-5b0f4f0c9e77";
const EXAMPLE = {
  loyalty_account_id: EXAMPLE_ID,
  service_user_id: EXAMPLE_ID,
  bank_name: "First Example Bank",
  loyalty_program_id: "gold",
  points_per_dollar: 100,
  status: "active",
  accepted: true,
  linked_at: "2026-11-21T14:03:22.118Z",
  donation_count: 1,
  lifetime_donated_usd: 25,
};

export const loyaltyAccount = z
  .object({
    loyalty_account_id: responseUuid.describe(
      "The loyalty account's ID. Pass it when you request a donation.",
    ),
    service_user_id: responseUuid.describe("The ID by which the bank knows the account."),
    bank_name: z.string().describe("The bank that linked the account."),
    loyalty_program_id: z.string().describe("The loyalty program whose points are given."),
    points_per_dollar: z.number().describe("The number of points per US dollar."),
    status: z
      .enum(["active", "pending_oauth", "unlinked"])
      .describe("Only `active` accounts that are `accepted` can make donations."),
    accepted: z
      .boolean()
      .describe(
        "Whether the cardholder has accepted the bank's link, in the portal or by setting a password. " +
          "Until then it gives nothing here, and its donations count in none of these sums. An extension.",
      ),
    linked_at: responseTime.describe("When the account was last linked."),
    donation_count: z
      .int()
      .describe("The number of completed donations this cardholder made from the account."),
    lifetime_donated_usd: responseDollars.describe("The sum of those donations, in US dollars."),
  })
  .meta({ id: "LoyaltyAccount", examples: [EXAMPLE] });

export type LoyaltyAccount = z.infer<typeof loyaltyAccount>;

export const listLoyaltyAccounts = listContract({
  id: "listLoyaltyAccounts",
  method: "GET",
  path: "/v1/portal/me/loyalty-accounts",
  tag: "Portal: profile",
  auth: "token",
  summary: "List the cardholder's loyalty accounts, newest first",
  description:
    "Returns a single page with all accounts that are linked or waiting for consent, and the " +
    "latest 50 that are unlinked. `meta.limit` is their number, and `meta.next_cursor` is null.",
  status: 200,
  data: loyaltyAccount,
  errors: [],
});
