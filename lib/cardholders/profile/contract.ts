/** The profile that a cardholder sees and can change, and their loyalty accounts. */
import { z } from "zod";
import { contract, listContract } from "../../contract.ts";
import * as field from "../../fields.ts";
import { storedBalance } from "../points-balance.ts";
import { newPassword } from "../sign-in/contract.ts";

const EXAMPLE = {
  cardholder_id: "01989a64-1b02-7e5f-9d3c-4a6b8c0d2e11",
  email: "pat@example.com",
  display_name: "Pat Sample",
  phone: "+1 614 555 0100",
  preferred_school_id: "ohio-state",
  preferred_fund: "annual-fund",
  tax_receipt_email: null,
  postal_address: null,
  mfa_enabled: false,
  role: "cardholder",
  contexts: [
    { context: "cardholder", name: null, role: "cardholder" },
    { context: "school:ohio-state", name: "Ohio State", role: "viewer" },
  ],
  created_at: "2026-11-21T14:03:22.118Z",
  donation_count: 1,
  lifetime_donated_usd: 25,
};

export const profile = field.component("Profile", [EXAMPLE], {
  cardholder_id: field.responseUuid.describe("The cardholder's ID."),
  email: z.string().describe("The email address the cardholder signs in with."),
  display_name: z
    .string()
    .describe("The name the cardholder chose, or else the one from their oldest account."),
  phone: field.nullableText.describe("The phone number as the cardholder entered it."),
  preferred_school_id: field.nullableText.describe("The school that is suggested first."),
  preferred_fund: field.nullableText.describe("The fund that is suggested first."),
  tax_receipt_email: field.nullableText.describe("Where tax receipts are sent. Null for `email`."),
  postal_address: field.nullableText.describe(
    "The postal address, which a school learns only with a gift that shares it. An extension.",
  ),
  mfa_enabled: z.boolean().describe("Whether signing in also requires a second-factor code."),
  role: z.literal("cardholder").describe("The cardholder's role."),
  contexts: z
    .array(
      z.object({
        context: z
          .string()
          .describe("As `context` when signing in: `cardholder`, `school:<school_id>`, …"),
        name: field.nullableText.describe("The team's name. Null for `cardholder`."),
        role: z.string().describe("The person's role there."),
      }),
    )
    .describe("What the person's sessions can act in. An extension."),
  created_at: field.responseTime.describe("When a bank first linked the cardholder."),
  donation_count: z.int().describe("The number of completed donations from all loyalty accounts."),
  lifetime_donated_usd: field.responseDollars.describe(
    "The total of completed donations, in US dollars.",
  ),
});

export type Profile = z.infer<typeof profile>;

export const MAX_ADDRESS_LENGTH = 500;

const passwords = z.object({
  current_password: field.text({ max: 1_024 }).describe("The current password."),
  new_password: newPassword.describe("The new password."),
});

export const profileUpdate = field.component(
  "ProfileUpdate",
  [{ display_name: "Pat S.", preferred_school_id: "ohio-state", phone: null }],
  {
    display_name: field
      .line({ min: 1, max: 255 })
      .nullish()
      .describe("The cardholder's name. Null restores the name from the oldest account."),
    phone: field
      .line({ max: 255 })
      .nullish()
      .describe("A phone number in any format, at most 255 characters."),
    preferred_fund: field
      .line({ min: 1, max: 255 })
      .nullish()
      .describe("The fund that the portal suggests first. Not visible to banks."),
    preferred_school_id: field
      .text({ min: 1, max: 255 })
      .nullish()
      .describe("The school that the portal suggests first. Not visible to banks."),
    tax_receipt_email: field.email
      .nullish()
      .describe("Where tax receipts are sent. Null for `email`."),
    postal_address: field
      .text({ min: 1, max: MAX_ADDRESS_LENGTH })
      .nullish()
      .describe(
        "The postal address, for gifts that share it with the school. Stored encrypted. Null removes it. An extension.",
      ),
    password: passwords.nullish().describe("Changes the password and ends all other sessions."),
  },
);

export type ProfileUpdate = z.output<typeof profileUpdate>;

const shared = {
  path: "/v1/portal/me",
  tag: "Portal: profile",
  auth: "token",
  status: 200,
  data: profile,
} as const;

export const getProfile = contract({
  ...shared,
  id: "getProfile",
  summary: "Retrieve the cardholder's profile",
});

export const updateProfile = contract({
  ...shared,
  id: "updateProfile",
  method: "PATCH",
  summary: "Update the cardholder's profile",
  description:
    "Omitted fields don't change; `null` clears a field (for `password`, it changes nothing). The " +
    "update is atomic: if the current password is wrong, nothing changes. None of these fields is " +
    "visible to banks.",
  body: profileUpdate,
  errors: ["RATE_LIMITED", "STEP_UP_REQUIRED"],
});

const EXAMPLE_ACCOUNT_ID = "01989a64-1c5a-7d3e-8f21-5b0f4f0c9e77";
const EXAMPLE_ACCOUNT = {
  loyalty_account_id: EXAMPLE_ACCOUNT_ID,
  service_user_id: EXAMPLE_ACCOUNT_ID,
  bank_name: "First Example Bank",
  loyalty_program_id: "gold",
  loyalty_program_name: "Gold Rewards",
  points_per_dollar: 100,
  status: "active",
  accepted: true,
  linked_at: "2026-11-21T14:03:22.118Z",
  points_balance: null,
  donation_count: 1,
  lifetime_donated_usd: 25,
};

export const loyaltyAccount = field.component("LoyaltyAccount", [EXAMPLE_ACCOUNT], {
  loyalty_account_id: field.responseUuid.describe(
    "The loyalty account's ID. Pass it when you request a donation.",
  ),
  service_user_id: field.responseUuid.describe("The ID the bank uses for the account."),
  bank_name: z.string().describe("The bank that linked the account."),
  loyalty_program_id: z.string().describe("The loyalty program whose points are given."),
  loyalty_program_name: z
    .string()
    .describe("The program's name. Its ID if the bank hasn't named it. An extension."),
  points_per_dollar: z.number().describe("The number of points per US dollar."),
  status: z
    .enum(["active", "pending_oauth", "unlinked"])
    .describe("Only `active` accounts that are `accepted` can make donations."),
  accepted: z
    .boolean()
    .describe(
      "Whether the cardholder has accepted the bank's link, in the portal or by setting a password. " +
        "Until then, it can't make donations here, and its donations aren't included in any totals. An extension.",
    ),
  linked_at: field.responseTime.describe("When the account was last linked."),
  points_balance: storedBalance.describe(
    "The points in the account, as its bank last stated. Null if it didn't, or if a gift from the account " +
      "has used some since. An extension.",
  ),
  donation_count: z
    .int()
    .describe("The number of completed donations this cardholder made from the account."),
  lifetime_donated_usd: field.responseDollars.describe(
    "The total of those donations, in US dollars.",
  ),
});

export type LoyaltyAccount = z.infer<typeof loyaltyAccount>;

export const listLoyaltyAccounts = listContract({
  id: "listLoyaltyAccounts",
  path: "/v1/portal/me/loyalty-accounts",
  tag: "Portal: profile",
  auth: "token",
  summary: "List the cardholder's loyalty accounts, newest first",
  description:
    "Returns a single page with all accounts that are linked or waiting for consent, and the " +
    "latest 50 that are unlinked. `meta.limit` is the number returned, and `meta.next_cursor` is null.",
  data: loyaltyAccount,
});
