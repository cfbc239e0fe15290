/** A cardholder's loyalty accounts: their links with banks, as they see them themselves. */
import { z } from "zod";
import { listContract } from "../contract.ts";
import { dollarsOut, timeOut, uuidOut } from "../fields.ts";

const EXAMPLE_ID = "01989a64-1c5a-7d3e-8f21-5b0f4f0c9e77";
const EXAMPLE = {
  loyalty_account_id: EXAMPLE_ID,
  service_user_id: EXAMPLE_ID,
  bank_name: "First Example Bank",
  loyalty_program_id: "gold",
  points_per_dollar: 100,
  status: "active",
  linked_at: "2026-11-21T14:03:22.118Z",
  donation_count: 1,
  lifetime_donated_usd: 25,
};

export const loyaltyAccount = z
  .object({
    loyalty_account_id: uuidOut.describe("Name it in donations: its points are given."),
    service_user_id: uuidOut.describe("By this id the bank knows the link."),
    bank_name: z.string().describe("The bank that has linked it."),
    loyalty_program_id: z.string().describe("The program whose points are given."),
    points_per_dollar: z.number().describe("How many points make a dollar."),
    status: z
      .enum(["active", "pending_oauth", "unlinked"])
      .describe("`unlinked` and `pending_oauth` take no donations."),
    linked_at: timeOut.describe("When it was linked last."),
    donation_count: z.int().describe("Completed donations that this cardholder made from it."),
    lifetime_donated_usd: dollarsOut.describe("Sum of these, US dollars."),
  })
  .meta({ id: "LoyaltyAccount", examples: [EXAMPLE] });

export type LoyaltyAccount = z.infer<typeof loyaltyAccount>;

export const listLoyaltyAccounts = listContract({
  id: "listLoyaltyAccounts",
  method: "GET",
  path: "/v1/portal/me/loyalty-accounts",
  tag: "Portal: profile",
  auth: "token",
  summary: "List the cardholder's loyalty accounts, the latest linked first",
  description:
    "On one page: those that are linked or wait for consent, and the latest 50 that are not linked any " +
    "more. `meta.limit` is their number, `meta.next_cursor` null.",
  status: 200,
  data: loyaltyAccount,
  errors: [],
});
