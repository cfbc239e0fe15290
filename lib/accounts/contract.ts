/** Accounts: a bank's customers as that bank links them. */
import { z } from "zod";
import { contract, listContract } from "../contract.ts";
import {
  cursor,
  dollarsOut,
  email,
  filterText,
  limit,
  metadata,
  redirectAddress,
  text,
  time,
  timeOut,
  uuid,
  uuidOut,
} from "../fields.ts";

export const ACCOUNT_STATUSES = ["active", "pending_oauth", "unlinked"] as const;
export const UNLINK_REASONS = [
  "cardholder_request",
  "bank_policy",
  "fraud_review",
  "account_closure",
] as const;

const EXAMPLE_ID = "01989a64-1c5a-7d3e-8f21-5b0f4f0c9e77";

export const linkRequest = z
  .object({
    bank_user_id: text({ min: 1, max: 128 }).describe("The bank's own id of the customer."),
    display_name: text({ min: 1, max: 255 }).describe(
      "How the customer is addressed. Stays with this account once they manage their own profile.",
    ),
    email: email.describe(
      "The customer's address: who proves that it is theirs sees the donations made while it is linked " +
        "in the portal. At most 10 of your accounts, linked or waiting for consent, may have one address.",
    ),
    loyalty_program_id: text({ min: 1, max: 64 }).describe(
      "The program whose points the customer gives.",
    ),
    fund_designation: text({ min: 1, max: 255 })
      .nullish()
      .describe("The fund that is offered first; becomes `preferred_fund`."),
    metadata: metadata.nullish().describe("Whatever the bank wants to keep with it."),
    phone: text({ max: 40 })
      .nullish()
      .describe("The customer's phone number, as the bank writes it."),
    redirect_uri: redirectAddress.nullish().meta({
      description:
        "When present, the account waits as pending_oauth. https, http on loopback, or a scheme of an " +
        "app that the bank has registered.",
    }),
    school_id: text({ min: 1, max: 128 })
      .nullish()
      .describe("The school that is offered first; becomes `preferred_school_id`."),
    tax_receipt_email: email
      .nullish()
      .describe(
        "Where tax receipts of this account's donations go, until the customer has proved `email` in the portal.",
      ),
  })
  .meta({
    id: "LinkRequest",
    examples: [
      {
        bank_user_id: "customer-1",
        display_name: "Pat Sample",
        email: "pat@example.com",
        loyalty_program_id: "gold",
      },
    ],
  });

export type LinkRequest = z.output<typeof linkRequest>;

export const linkResult = z
  .object({
    service_user_id: uuidOut.describe("The account's id here: name it in donations."),
    status: z
      .enum(["active", "pending_oauth"])
      .describe("`active`, or `pending_oauth` where `redirect_uri` was given."),
    oauth_redirect_url: z.url().nullable().meta({
      description: "Where to send the cardholder while the account waits as pending_oauth.",
    }),
    linked_at: timeOut.describe("When it was linked last."),
  })
  .meta({
    id: "LinkResult",
    examples: [
      {
        service_user_id: EXAMPLE_ID,
        status: "active",
        oauth_redirect_url: null,
        linked_at: "2026-11-21T14:03:22.118Z",
      },
    ],
  });

export type LinkResult = z.infer<typeof linkResult>;

export const linkAccount = contract({
  id: "linkAccount",
  method: "POST",
  path: "/v1/accounts/link",
  tag: "Accounts",
  summary: "Link a cardholder of the bank",
  description:
    "One account for each `bank_user_id`. Linking one that is active is refused; linking one that was " +
    "unlinked, or that waits as `pending_oauth`, makes it what this request says, under the same " +
    "`service_user_id`.",
  body: linkRequest,
  status: 201,
  data: linkResult,
  errors: ["ACCOUNT_ALREADY_LINKED"],
});

export const account = z
  .object({
    service_user_id: uuidOut.describe("The account's id here."),
    bank_user_id: z.string().describe("The bank's own id of the customer."),
    email: z.string().describe("As the bank has sent it."),
    display_name: z.string().describe("As the bank has sent it."),
    status: z.enum(ACCOUNT_STATUSES).describe("`unlinked` and `pending_oauth` take no donations."),
    linked_at: timeOut.describe("When it was linked last."),
    last_active_at: timeOut.describe(
      "When the customer was linked, last gave or last opened the embedded flow, through this bank.",
    ),
    loyalty_program_id: z.string().describe("The program whose points the customer gives."),
    preferred_school_id: z
      .string()
      .nullable()
      .describe("The school that the bank has named; it is offered first."),
    preferred_fund: z
      .string()
      .nullable()
      .describe("The fund that the bank has named; it is offered first."),
    phone: z.string().nullable().describe("As the bank has sent it."),
    tax_receipt_email: z.string().nullable().describe("As the bank has sent it."),
    metadata: z.record(z.string(), z.string()).nullable().describe("As the bank has sent it."),
    donation_count: z.int().meta({ description: "Completed donations." }),
    lifetime_donated_usd: dollarsOut.meta({
      description: "Sum of completed donations, US dollars.",
    }),
  })
  .meta({
    id: "Account",
    examples: [
      {
        service_user_id: EXAMPLE_ID,
        bank_user_id: "customer-1",
        email: "pat@example.com",
        display_name: "Pat Sample",
        status: "active",
        linked_at: "2026-11-21T14:03:22.118Z",
        last_active_at: "2026-11-21T14:05:10.402Z",
        loyalty_program_id: "gold",
        preferred_school_id: "ohio-state",
        preferred_fund: "annual-fund",
        phone: "+1 614 555 0100",
        tax_receipt_email: null,
        metadata: { branch: "Columbus" },
        donation_count: 1,
        lifetime_donated_usd: 25,
      },
    ],
  });

export type Account = z.infer<typeof account>;

const listQuery = z.object({
  status: filterText.default("active").meta({
    description: "`active`, `pending_oauth` or `unlinked`; nothing is in any other status.",
  }),
  limit: limit(50),
  cursor,
  created_after: time.optional().meta({ description: "Linked at this time or later." }),
  created_before: time.optional().meta({ description: "Linked before this time." }),
});

export type AccountFilters = z.output<typeof listQuery>;

export const listAccounts = listContract({
  id: "listAccounts",
  method: "GET",
  path: "/v1/accounts/linked",
  tag: "Accounts",
  summary: "List linked accounts, the latest first",
  query: listQuery,
  status: 200,
  data: account,
  errors: [],
});

const accountParams = z.object({ service_user_id: uuid.describe("The account's id here.") });

export const getAccount = contract({
  id: "getAccount",
  method: "GET",
  path: "/v1/accounts/{service_user_id}",
  tag: "Accounts",
  summary: "Get an account, linked or unlinked",
  params: accountParams,
  status: 200,
  data: account,
  errors: ["ACCOUNT_NOT_FOUND"],
});

export const unlinkRequest = z
  .object({ reason: z.enum(UNLINK_REASONS).nullish().describe("Why, for the record.") })
  .meta({ id: "UnlinkRequest", examples: [{ reason: "cardholder_request" }] });

export type UnlinkRequest = z.output<typeof unlinkRequest>;

export const unlinkResult = z
  .object({
    service_user_id: uuidOut.describe("The account's id."),
    status: z.literal("unlinked").describe("Always `unlinked`."),
    unlinked_at: timeOut.describe("When it was unlinked first."),
    reason: z
      .enum(UNLINK_REASONS)
      .nullable()
      .describe("Why, for the record.")
      .describe("As it was given then."),
  })
  .meta({
    id: "UnlinkResult",
    examples: [
      {
        service_user_id: EXAMPLE_ID,
        status: "unlinked",
        unlinked_at: "2026-11-22T09:30:00.000Z",
        reason: "cardholder_request",
      },
    ],
  });

export type UnlinkResult = z.infer<typeof unlinkResult>;

export const unlinkAccount = contract({
  id: "unlinkAccount",
  method: "DELETE",
  path: "/v1/accounts/{service_user_id}",
  tag: "Accounts",
  summary: "Unlink an account",
  description:
    "The record and its donations stay. It takes no new donations, and its embed tokens die. " +
    "Unlinking again gives the same answer; linking the same `bank_user_id` again revives it.",
  params: accountParams,
  body: unlinkRequest,
  bodyOptional: true,
  status: 200,
  data: unlinkResult,
  errors: ["ACCOUNT_NOT_FOUND"],
});
